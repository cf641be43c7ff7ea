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
    struct Words: Sendable {
        let title: String
        let body: String
        let snooze: String?
        let stop: String
    }

    private let variables: [String: String]
    private let pressed: @Sendable (UUID, Press) async -> Void
    private let failed: @Sendable (String) -> Void
    private var shown: [UUID: ChildProgram] = [:]
    /// Words that wait for a service that does not answer, the oldest in front.
    private var told: [ChildProgram] = []
    /// More than these do not wait: the oldest are given up.
    private static let maximumTold = 16
    /// What the service could do when it was asked last: an alarm must not wait for the answer.
    private var known: [String]?

    /// A notifier; `pressed` hears of buttons, `failed` why nothing can be shown.
    public init(
        variables: [String: String],
        pressed: @escaping @Sendable (UUID, Press) async -> Void,
        failed: @escaping @Sendable (String) -> Void
    ) {
        self.variables = variables
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

    /// Shows that an alarm rings, until it is withdrawn.
    func show(_ id: UUID, _ words: Words) {
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
        let plain = ["-a", "AlarmClock", "-u", "critical", words.title, words.body]
        do {
            let child = try ChildProgram(program, buttons + plain, variables: variables)
            shown[id] = child
            Task {
                await self.wait(for: child, id, program, plain: buttons.isEmpty ? nil : plain)
                // Another service may have come since.
                await self.prepare()
            }
        } catch {
            failed(String(describing: error))
        }
    }

    private func wait(for child: ChildProgram, _ id: UUID, _ program: String, plain: [String]?) async {
        let ended = await child.ended
        let isCurrent = shown[id] === child
        if isCurrent { shown[id] = nil }
        if let press = ended.output.split(whereSeparator: \.isWhitespace).lazy.compactMap({
            Press(rawValue: String($0))
        }).first {
            await pressed(id, press)
        } else if ended.status != 0, isCurrent {
            // An older notify-send knows no buttons.
            var last = ended
            if let plain, let again = await ChildProgram.run(program, plain, variables: variables) { last = again }
            say(last)
        }
    }

    /// Takes away what was shown of an alarm.
    func withdraw(_ id: UUID) {
        // On this signal it closes what it shows.
        shown.removeValue(forKey: id)?.signal(SIGINT)
    }

    /// Shows something that needs no answer, and does not wait until it is seen: where the service hangs, alarms ring on.
    func tell(_ title: String, _ body: String) {
        guard let program else {
            failed("notify-send")
            return
        }
        do {
            let child = try ChildProgram(program, ["-a", "AlarmClock", title, body], variables: variables)
            if told.count >= Self.maximumTold { told.removeFirst().signal(SIGTERM) }
            told.append(child)
            Task { await self.wait(for: child) }
        } catch {
            failed(String(describing: error))
        }
    }

    private func wait(for child: ChildProgram) async {
        let ended = await child.ended
        told.removeAll { $0 === child }
        say(ended)
    }

    /// Says why nothing could be shown, where nothing could.
    private func say(_ ended: ChildProgram.Ended) {
        if ended.status != 0 { failed("notify-send: \(ended.status) \(ended.output.prefix(200))") }
    }
}
