import Foundation

/// What is asked of the daemon: one line of JSON.
public enum DaemonRequest: Codable, Equatable, Sendable {
    /// What rings and what comes next.
    case status
    /// The alarms were changed.
    case reload
    /// Stop an alarm, or all.
    case stop(UUID?)
    /// Put off an alarm, or all, for so many minutes, or for as long as each says.
    case snooze(UUID?, minutes: Int?)
    /// Say it each time when what rings or comes next is another.
    case watch
    /// Somebody signed in or out; the alarms here go to the account, if it is to take them over.
    case account(takesOver: Bool)
    /// Do something for sync now; it is answered when it is done.
    case sync(SyncStep)
}

/// What can be done for sync, beside what happens by itself.
public enum SyncStep: String, Codable, CaseIterable, Sendable {
    /// Exchange what waits on either side.
    case exchange
    /// Send everything again to a service that has lost it.
    case uploadAgain
    /// Give the alarms here to whoever is signed in.
    case adoptAccount
}

/// What the daemon answers: one line of JSON.
public struct DaemonAnswer: Codable, Equatable, Sendable {
    /// An alarm that rings or is put off.
    public struct Ringing: Codable, Equatable, Sendable {
        /// The alarm.
        public var id: UUID
        /// What it is for.
        public var label: String
        /// The moment for which it rings.
        public var occurrence: Date
        /// Until when it is put off; nil while it rings.
        public var snoozedUntil: Date?
        /// Whether it may be put off.
        public var canSnooze: Bool
        /// How often it was put off before; nil where an older daemon does not say.
        public var snoozeCount: Int?
    }

    /// Why nothing was done.
    public enum Refusal: String, Codable, Sendable {
        /// Nothing rings.
        case nothingRings
        /// The alarm is not to be put off.
        case snoozeNotAllowed
        /// It was put off too often.
        case tooOften
        /// So many minutes are not possible.
        case minutes
        /// The step of sync failed: ``DaemonAnswer/sync`` says why.
        case syncFailed
        /// The request was not understood.
        case badRequest
        /// The alarms could not be read; it goes on with those that it knew, and tries again by itself.
        case alarmsNotRead

        /// What a newer daemon has a word for is a refusal, whatever it says.
        public init(from decoder: any Decoder) throws {
            let word = try decoder.singleValueContainer().decode(String.self)
            self = Self(rawValue: word) ?? .badRequest
        }
    }

    /// The alarms that were stopped or put off, or that ring.
    public var alarms: [Ringing] = []
    /// The alarm that comes up next.
    public var nextAlarm: UUID?
    /// When it does.
    public var nextDate: Date?
    /// Why nothing can be heard of what rings; nil where it can.
    public var silence: String?
    /// How it stands with the person's other devices; nil where nothing travels.
    public var sync: SyncStanding?
    /// Why nothing was done; nil where it was.
    public var refusal: Refusal?

    /// An empty answer.
    public init() {}
}

/// How messages go over the socket: JSON on one line, of a bounded length.
enum DaemonWire {
    /// The longest line either side reads.
    static let maximumBytes = 64 * 1_024
    /// More ringing alarms than this are not listed, so that an answer fits on a line.
    static let maximumAlarms = 64
    /// The longest text that is told, in bytes: a label of 256 letters of most scripts.
    static let maximumLabel = 768

    static func line(_ message: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        return Array(try encoder.encode(message)) + [UInt8(ascii: "\n")]
    }

    /// The line of an answer that every reader takes: texts are cut, and where that is not enough the last alarms are left
    /// out.
    static func line(fitting answer: DaemonAnswer) throws -> [UInt8] {
        var answer = answer
        answer.silence = answer.silence?.cut(toBytes: maximumLabel)
        let problem = answer.sync?.problem?.cut(toBytes: maximumLabel)
        answer.sync?.problem = problem
        answer.alarms = answer.alarms.prefix(maximumAlarms).map { alarm in
            var alarm = alarm
            alarm.label = alarm.label.cut(toBytes: maximumLabel)
            return alarm
        }
        var line = try Self.line(answer)
        while line.count > maximumBytes, !answer.alarms.isEmpty {
            answer.alarms.removeLast()
            line = try Self.line(answer)
        }
        return line
    }

    static func message<Message: Decodable>(_ type: Message.Type, _ line: [UInt8]) throws -> Message {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return try decoder.decode(type, from: Data(line))
    }
}

extension String {
    /// As many of its characters as fit into so many bytes: none where the first is longer.
    fileprivate func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var (text, count) = ("", 0)
        for character in self {
            count += character.utf8.count
            guard count <= limit else { break }
            text.append(character)
        }
        return text
    }
}
