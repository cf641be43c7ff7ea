import AlarmClockCore
import ArgumentParser

struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "add", abstract: help("add"))

    @Argument(help: argumentHelp("time")) var time: String
    @Option(help: argumentHelp("days", "days")) var days: String?
    @Option(help: argumentHelp("label", "text")) var label = ""
    @Option(help: argumentHelp("sound", "tone"), completion: .list(Tone.allCases.map(\.rawValue))) var sound: String?
    @Option(help: argumentHelp("volume", "percent")) var volume: Int?
    @Option(help: argumentHelp("snoozeMinutes", "minutes")) var snooze: Int?
    @Flag(help: argumentHelp("noSnooze")) var noSnooze = false
    @Option(help: argumentHelp("zone", "zone")) var zone: String?
    @Flag(help: argumentHelp("JSON")) var json = false
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        let wish = AlarmWish(
            time: time,
            days: days,
            label: label,
            sound: sound,
            volume: volume,
            snoozeMinutes: snooze,
            canSnooze: !noSnooze,
            zone: zone
        )
        try await shared.run(.add(wish, json: json))
    }
}

struct In: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "in", abstract: help("in"))

    @Argument(help: argumentHelp("duration")) var duration: String
    @Argument(help: argumentHelp("label")) var label: [String] = []
    @Flag(help: argumentHelp("JSON")) var json = false
    @OptionGroup var shared: SharedOptions

    func run() async throws {
        try await shared.run(.ringIn(duration: duration, label: label.joined(separator: " "), json: json))
    }
}

struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: help("list"))

    @Flag(help: argumentHelp("JSON")) var json = false
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.list(json: json)) }
}

struct Next: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "next", abstract: help("next"))

    @Flag(help: argumentHelp("JSON")) var json = false
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.next(json: json)) }
}

struct On: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "on", abstract: help("on"))

    @Argument(help: argumentHelp("IDs")) var ids: [String]
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.turn(ids: ids, on: true)) }
}

struct Off: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "off", abstract: help("off"))

    @Argument(help: argumentHelp("IDs")) var ids: [String]
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.turn(ids: ids, on: false)) }
}

struct Skip: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "skip", abstract: help("skip"))

    @Argument(help: argumentHelp("ID")) var id: String
    @Option(help: argumentHelp("until", "date")) var until: String?
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.skip(id: id, until: until)) }
}

struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rm", abstract: help("remove"))

    @Argument(help: argumentHelp("IDs")) var ids: [String]
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.remove(ids: ids)) }
}

struct Snooze: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "snooze", abstract: help("snooze"))

    @Argument(help: argumentHelp("minutes")) var minutes: Int?
    @Option(help: argumentHelp("oneAlarm", "id")) var alarm: String?
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.snooze(minutes: minutes, id: alarm)) }
}

struct Stop: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "stop", abstract: help("stop"))

    @Option(help: argumentHelp("oneAlarm", "id")) var alarm: String?
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.stop(id: alarm)) }
}

struct Dismiss: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "dismiss", abstract: help("dismiss"))

    @Argument(help: argumentHelp("IDs")) var ids: [String] = []
    @OptionGroup var shared: SharedOptions

    func run() async throws { try await shared.run(.dismiss(ids: ids)) }
}
