import Foundation
import Testing

@testable import AlarmClockCore

/// Notifications and what they answer, through programs that stand for those of a desktop.
@Suite("Notifications")
struct DesktopBellTests {
    private static let words = Notifier.Words(title: "07:00", body: "tea", snooze: "Later", stop: "Stop")
    private static let plain = ["-a", "AlarmClock", "-u", "critical", "--", "07:00", "tea"]
    private static let question = [
        "--user", "call", "org.freedesktop.Notifications", "/org/freedesktop/Notifications",
        "org.freedesktop.Notifications", "GetCapabilities",
    ]

    @Test("The service is asked what it can do, by whatever program there is; none answers: it can do nothing")
    func capabilities() async throws {
        let desktop = try FakeDesktop()
        defer { withExtendedLifetime(desktop) {} }
        #expect(await Notifier.capabilities(variables: desktop.variables) == nil)
        try desktop.install("dbus-send", "echo 'array [ string \"body-markup\" string \"actions\" ]'")
        #expect(await Notifier.capabilities(variables: desktop.variables)?.contains("actions") == true)
        try desktop.install("gdbus", "exit 1")
        try desktop.install("busctl", "echo 'as 2 \"body\" \"persistence\"'")
        let found = await Notifier.capabilities(variables: desktop.variables)
        #expect(found?.contains("persistence") == true && found?.contains("actions") == false)
        #expect(try desktop.asked("busctl") == [Self.question])
        #expect(try desktop.asked("gdbus").isEmpty && desktop.asked("dbus-send").count == 1)
        try desktop.install("busctl", "exit 1")
        #expect(await Notifier.capabilities(variables: desktop.variables)?.contains("actions") == true)
        #expect(try desktop.asked("gdbus").count == 1)
    }

    @Test("With buttons: what is pressed is heard", arguments: [("snooze", Notifier.Press.snooze), ("stop", .stop)])
    func buttons(_ said: String, _ press: Notifier.Press) async throws {
        let desktop = try FakeDesktop()
        defer { withExtendedLifetime(desktop) {} }
        try desktop.install("busctl", "echo 'as 2 \"body\" \"actions\"'")
        try desktop.install("notify-send", "echo \(said)")
        let notifier = desktop.notifier()
        await notifier.prepare()
        await notifier.show(UUID(), Self.words)
        var presses = desktop.presses.makeAsyncIterator()
        #expect(await presses.next() == press)
        #expect(try desktop.asked("notify-send") == [["-A", "snooze=Later", "-A", "stop=Stop"] + Self.plain])
    }

    @Test("Without buttons it is shown plainly; where nobody knows, and the program knows no buttons, too")
    func withoutButtons() async throws {
        let desktop = try FakeDesktop()
        defer { withExtendedLifetime(desktop) {} }
        try desktop.install("notify-send", "[ \"$1\" != -A ] || exit 2; echo no bus; exit 4")
        var notes = desktop.notes.makeAsyncIterator()
        await desktop.notifier().show(UUID(), Self.words)
        #expect(await notes.next() == .bellFailed("notify-send: 4 no bus\n"))
        #expect(try desktop.asked("notify-send").map { $0.first } == ["-A", "-a"])
        try desktop.install("busctl", "echo 'as 1 \"body\"'")
        let notifier = desktop.notifier()
        await notifier.prepare()
        await notifier.show(UUID(), Self.words)
        #expect(await notes.next() == .bellFailed("notify-send: 4 no bus\n"))
        #expect(try desktop.asked("notify-send") == [Self.plain])
        try FileManager.default.removeItem(at: desktop.folder.appending(path: "bin/notify-send"))
        await notifier.show(UUID(), Self.words)
        #expect(await notes.next() == .bellFailed("notify-send"))
    }

    @Test("What is shown goes away when the alarm is silent")
    func withdrawn() async throws {
        let desktop = try FakeDesktop()
        defer { withExtendedLifetime(desktop) {} }
        let pipe = desktop.folder.appending(path: "pipe").path
        #expect(mkfifo(pipe, 0o600) == 0)
        let wait = "echo up >'\(pipe)'; /bin/sleep 60 & wait"
        try desktop.install("notify-send", "trap 'kill $! 2>/dev/null; echo gone >\"\(pipe)\"; exit 0' INT; \(wait)")
        let notifier = desktop.notifier()
        let id = UUID()
        await notifier.show(id, Self.words)
        #expect(await ChildProgram.run("/bin/cat", [pipe], variables: [:])?.output == "up\n")
        await notifier.withdraw(id)
        #expect(await ChildProgram.run("/bin/cat", [pipe], variables: [:])?.output == "gone\n")
    }

    @Test("A label is seen as it was written, and is no option, whatever it begins with")
    func literally() async throws {
        let desktop = try FakeDesktop()
        defer { withExtendedLifetime(desktop) {} }
        try desktop.install("notify-send")
        let notifier = desktop.notifier()
        #expect(await notifier.tell("07:00", "-5 °C & <b>C:\\new") == nil)
        let start = ["-a", "AlarmClock", "--", "07:00"]
        #expect(try desktop.asked("notify-send") == [start + ["-5 °C & <b>C:\\\\new"]])
        try desktop.install("busctl", "echo 'as 2 \"body\" \"body-markup\"'")
        await notifier.prepare()
        #expect(await notifier.tell("07:00", "-5 °C & <b>C:\\new") == nil)
        #expect(try desktop.asked("notify-send") == [start + ["-5 °C &amp; &lt;b&gt;C:\\\\new"]])
    }

    @Test(
        "What is waved away, or could not be shown yet, is shown again while it rings",
        arguments: [
            ("exit 0", []), ("echo no bus; exit 4", [OperationLog.Event.bellFailed("notify-send: 4 no bus\n")]),
        ]
    )
    func again(_ script: String, _ said: [OperationLog.Event]) async throws {
        let desktop = try FakeDesktop()
        defer { withExtendedLifetime(desktop) {} }
        try desktop.install("busctl", "echo 'as 2 \"body\" \"actions\"'")
        try desktop.install("notify-send", script)
        let notifier = desktop.notifier()
        await notifier.prepare()
        let id = UUID()
        await notifier.show(id, Self.words)
        // Twice: of the second time nothing is said.
        for _ in 1...2 {
            let hold = try #require(await desktop.hold { $0 == Notifier.pause })
            let asked = try desktop.asked("notify-send")
            #expect(asked.first == ["-A", "snooze=Later", "-A", "stop=Stop"] + Self.plain)
            #expect(asked.count == said.count + 1)
            hold.end()
        }
        _ = await desktop.hold { $0 == Notifier.pause }
        await notifier.withdraw(id)
        var notes = desktop.notes.makeAsyncIterator()
        for event in said { #expect(await notes.next() == event) }
        // Nothing else was noted before this.
        try FileManager.default.removeItem(at: desktop.folder.appending(path: "bin/notify-send"))
        await notifier.show(id, Self.words)
        #expect(await notes.next() == .bellFailed("notify-send"))
    }

    @Test("A service that hangs is given up after a while")
    func givenUp() async throws {
        let desktop = try FakeDesktop()
        defer { withExtendedLifetime(desktop) {} }
        try desktop.install("notify-send", "exec /bin/sleep 1000")
        let notifier = desktop.notifier()
        async let reason = notifier.tell("07:00", "tea")
        try #require(await desktop.hold { $0 == Notifier.patience }).end()
        #expect(await reason == "notify-send: \(128 + SIGTERM) ")
    }

    /// A store in memory that remembers nothing.
    private struct Keeper: RingKeeper {
        let alarms: [RingingAlarm]

        func load() -> (alarms: [RingingAlarm], memories: [RingMemory]) { (alarms, []) }
        func save(_ actions: [RingAction]) {}
    }

    private static func alarm(_ time: String, _ label: String) throws -> RingingAlarm {
        let set = try #require(ISO8601DateFormatter().date(from: "2026-11-21T12:00:00Z"))
        let rule = AlarmRule(id: UUID(), time: try #require(ClockTime(time)), days: .daily, setAt: set)
        return RingingAlarm(rule: rule, label: label, sound: "beep")
    }

    @Test("A notification service that hangs keeps no alarm waiting: one was missed, the next one rings at once")
    func hanging() async throws {
        let desktop = try FakeDesktop()
        defer { withExtendedLifetime(desktop) {} }
        // Far longer than it takes to begin the second one, and not for ever.
        try desktop.install("notify-send", "/bin/sleep 20; exit 9")
        let now = try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:00:00Z"))
        let alarms = [try Self.alarm("06:30", "missed"), try Self.alarm("07:00", "due")]
        let (notifier, timer) = (desktop.notifier(), VirtualTimer())
        let zone = try ZoneDatabase.fixtures.zone("Europe/Berlin")
        let scheduler = AlarmScheduler(
            keeper: Keeper(alarms: alarms),
            bell: try desktop.bell(notifier) { now },
            timer: timer,
            surroundings: AlarmScheduler.Surroundings(
                now: { now },
                clocks: { ClockReading(wall: now, sinceBoot: 0, awake: 0) },
                plan: { FiringPlan(deviceZone: zone, database: ZoneDatabase.fixtures) },
                note: { Issue.record("\($0)") }
            )
        )
        let run = Task { await scheduler.run() }
        var notes = desktop.notes.makeAsyncIterator()
        #expect(await notes.next() == .missed(alarms[0].rule.id))
        #expect(await notes.next() == .rang(alarms[1].rule.id, late: 0))
        timer.close()
        await run.value
    }

    @Test("What rang to its end unheard is told in words")
    func silenced() async throws {
        let desktop = try FakeDesktop()
        defer { withExtendedLifetime(desktop) {} }
        let (shown, told) = (desktop.pipe("shown"), desktop.pipe("told"))
        try desktop.install("paplay", "exec /bin/sleep 1000")
        try desktop.install("notify-send", "[ \"$1\" = -A ] && echo yes >'\(shown)' || echo yes >'\(told)'")
        let now = try #require(ISO8601DateFormatter().date(from: "2026-11-22T06:00:00Z"))
        let bell = try desktop.bell(desktop.notifier()) { now }
        let alarm = try Self.alarm("07:00", "tea")
        await bell.perform(.begin(Ring(alarm: alarm, occurrence: now, snoozeCount: 0, canSnooze: true)))
        #expect(await desktop.said(shown) == "yes\n")
        await bell.perform(.end(alarmID: alarm.rule.id, .silenced))
        await bell.perform(.unheard(alarm, occurrence: now))
        #expect(await desktop.said(told) == "yes\n")
        let words = try desktop.asked("notify-send").last
        #expect(words == ["-a", "AlarmClock", "--", "The alarm of 2026-11-22 07:00 rang and nobody stopped it", "tea"])
    }
}
