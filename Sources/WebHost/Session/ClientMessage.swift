import Foundation

/// One message of a page.
struct ClientMessage: Equatable, Sendable {
    /// Counts the page's messages, so that one that is sent again is taken once.
    ///
    /// 0: not counted.
    var sequence: Int = 0
    var kind: Kind

    enum Kind: Equatable, Sendable {
        case hello(Hello)
        /// Something the person did, and the revision of the node where the person changed it.
        case event(SceneEvent, revision: Int?)
        case environment(ClientEnvironment)
        /// The page could not apply what it was sent.
        case resync
        case ping
    }

    /// The first message of each connection.
    struct Hello: Equatable, Sendable {
        /// Which host made the page.
        var build: String
        /// The last update that the page applied.
        var update: Int
        var environment: ClientEnvironment
        /// What the page kept from before it was loaded again.
        ///
        /// Given once in its life.
        var savedState: String?
    }
}

/// Why a message of a page is not one.
struct ClientMessageError: Error, Equatable {
    let reason: String
}

extension ClientMessage {
    static let longestIdentifier = 1_000
    static let mostLanguages = 16
    /// Rows that a window is believed to hold at most.
    static let mostRowsInWindow = 1_000

    /// Reads one message.
    ///
    /// Nothing in it is believed: numbers, lengths and names are checked. A text may be as long as a message may
    /// (`HostLimits.messageBytes`), which was checked before this.
    init(json bytes: some Sequence<UInt8>, languages: [String]) throws {
        let form: Form
        do { form = try JSONDecoder().decode(Form.self, from: Data(bytes)) } catch {
            throw ClientMessageError(reason: "not a message: \(type(of: error))")
        }
        sequence = form.s ?? 0
        guard sequence >= 0 else { throw ClientMessageError(reason: "a negative number") }
        kind = try Self.kind(of: form, languages: languages)
    }

    private static func kind(of form: Form, languages: [String]) throws -> Kind {
        switch form.e {
        case "ping": return .ping
        case "resync": return .resync
        case "env": return .environment(try environment(form.env, languages))
        case "hello":
            return .hello(
                Hello(
                    build: form.build ?? "",
                    update: form.seq ?? 0,
                    environment: try environment(form.env, languages),
                    savedState: form.saved
                )
            )
        default:
            guard let node = form.n, node.utf8.count <= longestIdentifier else {
                throw ClientMessageError(reason: "an event without a node")
            }
            return .event(SceneEvent(node: node, action: try action(of: form)), revision: form.r)
        }
    }

    private static func action(of form: Form) throws -> SceneEvent.Action {
        switch form.e {
        case "click": return .click
        case "submit": return .submit
        case "close": return .close
        case "focus": return .focus
        case "blur": return .blur
        case "appear": return .appear
        case "reach": return .reach(try reach(form))
        case "input":
            guard let value = form.v else { throw ClientMessageError(reason: "an input without a value") }
            return .input(value)
        case "toggle":
            guard let isOn = form.on else { throw ClientMessageError(reason: "a switch without a state") }
            return .toggle(isOn)
        case "move":
            guard let from = form.from, let to = form.to, (0..<1_000_000).contains(from), (0..<1_000_000).contains(to)
            else { throw ClientMessageError(reason: "a move from nowhere") }
            return .move(from: from, to: to)
        case "back":
            guard let depth = form.to, (0..<10_000).contains(depth) else {
                throw ClientMessageError(reason: "a way back to nowhere")
            }
            return .back(depth: depth)
        default: throw ClientMessageError(reason: "no such event")
        }
    }

    private static func reach(_ form: Form) throws -> Reach {
        guard (form.v?.utf8.count ?? 0) <= longestIdentifier else {
            throw ClientMessageError(reason: "a row with a name that is too long")
        }
        return Reach(
            share: form.at.map { bounded($0, 0...1, otherwise: 0) },
            held: form.v,
            rowsInWindow: min(max(form.rows ?? 0, 0), mostRowsInWindow)
        )
    }

    private static func environment(_ form: EnvironmentForm?, _ languages: [String]) throws -> ClientEnvironment {
        guard let form else { return ClientEnvironment(languages: languages) }
        return ClientEnvironment(
            languages: languages,
            isDark: form.dark ?? false,
            reducesMotion: form.rm ?? false,
            increasesContrast: form.hc ?? false,
            width: bounded(form.w, 0...100_000, otherwise: 0),
            timeZone: form.tz.flatMap { $0.utf8.count <= 100 ? $0 : nil },
            textScale: bounded(form.ts, 0.25...16, otherwise: 1),
            isVisible: form.vis ?? true
        )
    }

    private static func bounded(_ value: Double?, _ range: ClosedRange<Double>, otherwise: Double) -> Double {
        guard let value, value.isFinite else { return otherwise }
        return min(max(value, range.lowerBound), range.upperBound)
    }

    /// A message as it is written.
    private struct Form: Decodable {
        var s: Int?
        var e: String
        var n: String?
        var v: String?
        var on: Bool?
        var r: Int?
        var from: Int?
        var to: Int?
        var at: Double?
        var rows: Int?
        var build: String?
        var seq: Int?
        var env: EnvironmentForm?
        var saved: String?
    }

    private struct EnvironmentForm: Decodable {
        var dark: Bool?
        var rm: Bool?
        var hc: Bool?
        var w: Double?
        var tz: String?
        var ts: Double?
        var vis: Bool?
    }
}
