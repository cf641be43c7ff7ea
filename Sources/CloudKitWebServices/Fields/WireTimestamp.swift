#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A moment as the wire writes it: whole milliseconds since 1970 in UTC.
///
/// A `Date` is finer than that, so it does not survive the way there and back to the last digit.
public struct WireTimestamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01 00:00 UTC.
    public var milliseconds: Int64

    /// A moment from its milliseconds.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The millisecond nearest to a date; dates beyond 64 bits of milliseconds become the last one there is.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded()
        self.milliseconds = Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max)
    }

    /// The moment as a date.
    public var date: Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// Whether one moment is before another.
    public static func < (lhs: WireTimestamp, rhs: WireTimestamp) -> Bool {
        lhs.milliseconds < rhs.milliseconds
    }
}

extension WireTimestamp: WireReadable, WireWritable {
    /// Reads whole milliseconds.
    public init(from reader: inout JSONReader) throws(JSONError) {
        milliseconds = try reader.int64()
    }

    /// Writes whole milliseconds.
    public func write(to writer: inout JSONWriter) {
        writer.int64(milliseconds)
    }
}
