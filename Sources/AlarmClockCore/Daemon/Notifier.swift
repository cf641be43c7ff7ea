import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Shows notifications on the desktop, with buttons where its notification service has them.
public actor Notifier {
    /// A button that was pressed.
    public enum Press: String, Sendable {
        /// Put it off.
        case snooze
        /// Stop it.
        case stop
    }

    /// What a ringing alarm shows.
    struct Words: Equatable, Sendable {
        let title: String
        let body: String
        let snooze: String?
        let stop: String
    }

    /// What is shown of an alarm until it is withdrawn.
    private struct Shown {
        let words: Words
        let child: ChildProgram
        /// Tells it from what was shown of the same alarm before.
        let number: Int
    }

    private let variables: [String: String]
    private let wait: @Sendable (TimeInterval) async throws -> Void
    private let pressed: @Sendable (UUID, Press) async -> Void
    private let failed: @Sendable (String) -> Void
    private var shown: [UUID: Shown] = [:]
    private var count = 0
    /// Words that wait for a service that does not answer, the oldest in front.
    private var told: [ChildProgram] = []
    /// More than these do not wait: the oldest are given up.
    static let maximumTold = 16
    /// A service that takes longer than this to answer hangs, in seconds.
    static let patience: TimeInterval = 30
    /// How long it is until a notification comes back that was waved away, or that nobody could show, in seconds.
    static let pause: TimeInterval = 3
    /// What the service could do when it was asked last: an alarm must not wait for the answer.
    private var known: [String]?

    /// A notifier; `pressed` hears of buttons, `failed` why nothing can be shown.
    public init(
        variables: [String: String],
        wait: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        pressed: @escaping @Sendable (UUID, Press) async -> Void,
        failed: @escaping @Sendable (String) -> Void
    ) {
        self.variables = variables
        self.wait = wait
        self.pressed = pressed
        self.failed = failed
    }

    private var program: String? { ChildProgram.find("notify-send", variables: variables) }

    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"

    /// What the desktop's notification service can do; nil where there is none, or nobody to ask.
    static func capabilities(variables: [String: String]) async -> [String]? {
        let questions: [(String, [String])] = [
            ("busctl", ["--user", "call", service, path, service, "GetCapabilities"]),
            ("gdbus", ["call", "--session", "-d", service, "-o", path, "-m", "\(service).GetCapabilities"]),
            ("dbus-send", ["--session", "--print-reply", "--dest=\(service)", path, "\(service).GetCapabilities"]),
        ]
        for (name, arguments) in questions {
            guard let program = ChildProgram.find(name, variables: variables),
                let ended = await ChildProgram.run(program, arguments, variables: variables), ended.status == 0
            else { continue }
            return ended.output.split { !($0.isLetter || $0 == "-") }.map(String.init)
        }
        return nil
    }

    /// Asks the service what it can do, for the next alarm.
    func prepare() async {
        known = await Self.capabilities(variables: variables)
    }

    // MARK: - Ringing

    /// Shows that an alarm rings, until it is withdrawn.
    func show(_ id: UUID, _ words: Words) {
        show(id, words, isAgain: false)
    }

    private func show(_ id: UUID, _ words: Words, isAgain: Bool) {
        withdraw(id)
        guard let program else {
            failed("notify-send")
            return
        }
        var buttons: [String] = []
        if known?.contains("actions") ?? true {
            if let snooze = words.snooze { buttons += ["-A", "\(Press.snooze.rawValue)=\(snooze)"] }
            buttons += ["-A", "\(Press.stop.rawValue)=\(words.stop)"]
        }
        let plain = ["-a", "AlarmClock", "-u", "critical"] + text(words.title, words.body)
        do {
            let child = try ChildProgram(program, buttons + plain, variables: variables)
            count += 1
            let number = count
            shown[id] = Shown(words: words, child: child, number: number)
            Task {
                let ended = await child.ended
                let isSeen = await self.followed(ended, id, number, program, buttons.isEmpty ? nil : plain, isAgain)
                // Another service may have come since.
                await self.prepare()
                if !isSeen { await self.showAgain(id, number) }
            }
        } catch {
            failed(String(describing: error))
        }
    }

    /// What follows from the end of what was shown; answers whether it is still seen, as far as anybody knows.
    private func followed(
        _ ended: ChildProgram.Ended,
        _ id: UUID,
        _ number: Int,
        _ program: String,
        _ plain: [String]?,
        _ isAgain: Bool
    ) async -> Bool {
        if let press = ended.output.split(whereSeparator: \.isWhitespace).lazy.compactMap({
            Press(rawValue: String($0))
        }).first {
            await pressed(id, press)
            return false
        }
        guard shown[id]?.number == number else { return true }
        // One with buttons stays until one is pressed, or somebody waves it away.
        guard ended.status != 0 else { return plain == nil }
        // An older notify-send knows no buttons.
        var last = ended
        if let plain, let again = await ChildProgram.run(program, plain, variables: variables) { last = again }
        // What was said of the first time need not be said of each one after it.
        if last.status != 0, !isAgain { failed(Self.reason(last)) }
        return last.status == 0
    }

    /// Shows what rings on: without its notification nobody could stop it with a button.
    private func showAgain(_ id: UUID, _ number: Int) async {
        guard shown[id]?.number == number, (try? await wait(Self.pause)) != nil,
            let current = shown[id], current.number == number
        else { return }
        show(id, current.words, isAgain: true)
    }

    /// Takes away what was shown of an alarm.
    func withdraw(_ id: UUID) {
        // On this signal it closes what it shows.
        shown.removeValue(forKey: id)?.child.signal(SIGINT)
    }

    // MARK: - Telling

    /// Shows something that needs no answer.
    ///
    /// - Returns: Once the service has it or is known to hang; why it could not be shown, nil where it was.
    func tell(_ title: String, _ body: String) async -> String? {
        guard let program else { return "notify-send" }
        do {
            let child = try ChildProgram(program, ["-a", "AlarmClock"] + text(title, body), variables: variables)
            if told.count >= Self.maximumTold { told.removeFirst().signal(SIGTERM) }
            told.append(child)
            let limit = Task { [wait] in
                try await wait(Self.patience)
                child.signal(SIGTERM)
            }
            let ended = await child.ended
            limit.cancel()
            told.removeAll { $0 === child }
            return ended.status == 0 ? nil : Self.reason(ended)
        } catch {
            return String(describing: error)
        }
    }

    private static func reason(_ ended: ChildProgram.Ended) -> String {
        "notify-send: \(ended.status) \(ended.output.prefix(200))"
    }

    /// Title and body as arguments: neither is an option, whatever it begins with, and both are seen as they were written.
    ///
    /// `notify-send` reads backslashes in a body as those of C, and many services read what is in angle brackets.
    private func text(_ title: String, _ body: String) -> [String] {
        var body = body
        if known?.contains("body-markup") ?? false {
            for (character, name) in [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;")] {
                body = body.replacing(character, with: name)
            }
        }
        return ["--", title, body.replacing("\\", with: "\\\\")]
    }
}
