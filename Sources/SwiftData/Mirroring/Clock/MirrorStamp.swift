#if CloudKitMirroring

/// When and on which device a property was changed.
///
/// Of any two stamps all devices name the same one the later: by milliseconds, then by a counter, then by the device.
/// An addition of this package.
public struct MirrorStamp: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970, by the hybrid clock: never earlier than what the device had seen before.
    public let milliseconds: Int64
    /// Tells changes within the same millisecond apart.
    public let counter: Int
    /// The store that the change was made in: sixteen hexadecimal digits.
    public let device: String

    init(milliseconds: Int64, counter: Int, device: String) {
        self.milliseconds = milliseconds
        self.counter = counter
        self.device = device
    }

    /// Whether the first stamp is the earlier one.
    public static func < (lhs: MirrorStamp, rhs: MirrorStamp) -> Bool {
        (lhs.milliseconds, lhs.counter, lhs.device) < (rhs.milliseconds, rhs.counter, rhs.device)
    }
}

extension MirrorStamp: CustomStringConvertible {
    /// The stamp as records carry it: `1700000000000.0.00c0ffee00c0ffee`.
    public var description: String { "\(milliseconds).\(counter).\(device)" }

    /// Counters beyond it are none of this package's: there must be room for those that come after.
    private static let greatestCounter = 1 << 31

    /// Reads what ``description`` wrote; nil for anything else, and for what no clock says.
    init?(text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let milliseconds = Int64(parts[0]), WholeMilliseconds.range.contains(milliseconds),
            let counter = Int(parts[1]), 0...Self.greatestCounter ~= counter, !parts[2].isEmpty
        else { return nil }
        self.init(milliseconds: milliseconds, counter: counter, device: String(parts[2]))
    }
}

#endif
