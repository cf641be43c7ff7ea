import CloudKitWebServices
import Foundation
import Logging

/// Writes each log entry as a line of JSON: the time, the level, a message that never changes, and what belongs to it.
public struct JSONLogHandler: LogHandler {
    /// Entries below it are left out.
    public var logLevel: Logger.Level = .info
    /// What belongs to every entry.
    public var metadata: Logger.Metadata = [:]
    /// What belongs to the entries of a task.
    public var metadataProvider: Logger.MetadataProvider?
    private let label: String
    private let now: @Sendable () -> Int64
    private let write: @Sendable ([UInt8]) -> Void

    /// A handler.
    ///
    /// - Parameters:
    ///   - label: The logger's.
    ///   - now: Milliseconds since 1970.
    ///   - write: Takes a line, its line feed included.
    public init(label: String, now: @escaping @Sendable () -> Int64, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.label = label
        self.now = now
        self.write = write
    }

    /// A value that belongs to every entry.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes an entry.
    public func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        if let error = event.error { all["error"] = "\(error)" }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("time", Self.text(ofTime: now()))
        writer.member("level", event.level.rawValue)
        writer.member("logger", label)
        writer.member("message", event.message.description)
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            // What an entry says of itself must not hide the four above.
            writer.key(["time", "level", "logger", "message"].contains(key) ? key + "_" : key)
            Self.write(value, to: &writer)
        }
        writer.endObject()
        write(writer.takeBytes() + [UInt8(ascii: "\n")])
    }

    private static func text(ofTime milliseconds: Int64) -> String {
        let (seconds, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()
        return "\(whole).\(String(1_000 + abs(rest)).dropFirst())Z"
    }

    private static func write(_ value: Logger.MetadataValue, to writer: inout JSONWriter) {
        switch value {
        case .string(let text): text.write(to: &writer)
        case .stringConvertible(let value): value.description.write(to: &writer)
        case .array(let values):
            writer.beginArray()
            for value in values { write(value, to: &writer) }
            writer.endArray()
        case .dictionary(let values):
            writer.beginObject()
            for (key, value) in values.sorted(by: { $0.key < $1.key }) {
                writer.key(key)
                write(value, to: &writer)
            }
            writer.endObject()
        }
    }
}
