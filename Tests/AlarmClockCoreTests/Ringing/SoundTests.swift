import Foundation
import Testing

@testable import AlarmClockCore

/// What is heard, through programs that stand for the players of a desktop.
@Suite("What is heard")
struct SoundTests {
    private static let now = Date(timeIntervalSince1970: 1_795_327_200)

    /// How long players may take.
    private static let limits = [true, false].map { SoundPlayer.limit(rises: $0) }

    private static func ring(_ label: String, _ sound: String, volume: Double) -> Ring {
        let rule = AlarmRule(id: UUID(), time: ClockTime(minutes: 420), days: .daily, setAt: now - 86_400)
        let alarm = RingingAlarm(rule: rule, label: label, sound: sound, volume: volume)
        return Ring(alarm: alarm, occurrence: now, snoozeCount: 0, canSnooze: true)
    }

    @Test("A sound stops when it is stopped")
    func stops() async throws {
        let desktop = try FakeDesktop()
        let pipe = desktop.pipe("pipe")
        try desktop.installEndless("paplay", pipe)
        let player = desktop.player()
        await player.start(.beep, volume: 1)
        #expect(await desktop.said(pipe) == "up\n")
        await player.stop()
        #expect(await desktop.said(pipe) == "gone\n")
        let files = try desktop.asked("paplay").map { URL(filePath: $0[0]).lastPathComponent }
        #expect(files.count == 1 && files[0].hasPrefix("beep-100-"), "\(files)")
    }

    @Test(
        "A player that fails is followed by the next; after the last one all are tried again, and it is said meanwhile"
    )
    func nextPlayer() async throws {
        let desktop = try FakeDesktop()
        let (shown, go) = (desktop.pipe("shown"), desktop.pipe("go"))
        try desktop.install("notify-send", "echo yes >'\(shown)'; exec /bin/sleep 1000")
        try desktop.install("pw-play", "read word <'\(go)'; echo no server; exit 1")
        try desktop.install("aplay", "exit 2")
        let bell = try desktop.bell(desktop.notifier()) { Self.now }
        var notes = desktop.notes.makeAsyncIterator()
        var changes = bell.silenceChanges.makeAsyncIterator()
        let ring = Self.ring("tea", "beep", volume: 1)
        await bell.perform(.begin(ring))
        #expect(await desktop.said(shown) == "yes\n")
        _ = try desktop.asked("notify-send")
        _ = await ChildProgram.run("/bin/sh", ["-c", "echo now >'\(go)'"], variables: [:])
        #expect(await notes.next() == .rang(ring.alarm.rule.id, late: 0))
        let folder = desktop.folder.appending(path: "bin").path
        #expect(await notes.next() == .bellFailed("\(folder)/pw-play: 1 no server\n"))
        #expect(await notes.next() == .bellFailed("\(folder)/aplay: 2 "))
        _ = await changes.next()
        #expect(await bell.silence?.contains("no server") == true)
        #expect(await desktop.said(shown) == "yes\n")
        let words = try desktop.asked("notify-send").last?.suffix(3)
        #expect(words == ["07:00", "tea", "Nothing can be heard of it on this machine."])
        // The speaker is plugged in.
        try desktop.install("pw-play")
        try #require(await desktop.hold { $0 == SoundPlayer.pause }).end()
        _ = await changes.next()
        #expect(await bell.silence == nil)
        #expect(await desktop.said(shown) == "yes\n")
        #expect(try desktop.asked("notify-send").last?.suffix(2) == ["07:00", "tea"])
        // A player that ends at once is not started as fast as the machine can.
        #expect(await desktop.hold { $0 > Notifier.pause && !Self.limits.contains($0) } != nil)
        #expect(try desktop.asked("pw-play").count == 2 && desktop.asked("aplay").count == 1)
        await bell.close()
    }

    @Test("A player that hangs is ended, which is said where nothing else can be heard, and followed by the next")
    func hanging() async throws {
        let desktop = try FakeDesktop()
        let pipe = desktop.pipe("pipe")
        try desktop.installEndless("pw-play", pipe)
        let player = desktop.player()
        let (reports, reported) = AsyncStream<String?>.makeStream()
        var (notes, reasons) = (desktop.notes.makeAsyncIterator(), reports.makeAsyncIterator())
        await player.start(.beep, volume: 1) { reported.yield($0) }
        for isAlone in [true, false] {
            #expect(await desktop.said(pipe) == "up\n")
            try #require(await desktop.hold { Self.limits.contains($0) }).end()
            #expect(await desktop.said(pipe) == "gone\n")
            guard isAlone else { continue }
            let said = await reasons.next()
            let reason = try #require(said ?? nil)
            #expect(reason.hasPrefix(desktop.folder.path) && reason.contains("/pw-play: did not end in "))
            #expect(await notes.next() == .bellFailed(reason))
            try desktop.install("paplay")
            try #require(await desktop.hold { $0 == SoundPlayer.pause }).end()
        }
        #expect(await reasons.next() == .some(nil))
        #expect(try desktop.asked("paplay").count == 1)
        await player.stop()
    }

    @Test("A player that does not listen is ended, where it hangs or is stopped", arguments: [true, false])
    func deaf(_ hangs: Bool) async throws {
        let desktop = try FakeDesktop()
        let (up, gone) = (desktop.pipe("up"), desktop.pipe("gone"))
        try desktop.install("paplay", "trap '' TERM; exec 3>'\(gone)'; echo yes >'\(up)'; exec /bin/sleep 1000")
        // Comes with the end of the player, which holds it open.
        async let end = desktop.said(gone)
        let player = desktop.player()
        await player.start(.beep, volume: 1)
        #expect(await desktop.said(up) == "yes\n")
        if hangs {
            try #require(await desktop.hold { Self.limits.contains($0) }).end()
        } else {
            await player.stop()
        }
        try #require(await desktop.hold { $0 == SoundPlayer.patience }).end()
        let last = await end
        #expect(last == "")
        await player.stop()
    }

    @Test("Without a player, and without a place for its files, that is said, and what comes later is heard")
    func obstacles() async throws {
        let desktop = try FakeDesktop()
        // No folder can be made there.
        let (folder, spare) = (desktop.folder.appending(path: "file"), desktop.folder.appending(path: "spare"))
        try Data().write(to: folder)
        try Data().write(to: spare)
        let player = desktop.player(folder: folder, spare: spare)
        let (reports, reported) = AsyncStream<String?>.makeStream()
        var notes = desktop.notes.makeAsyncIterator()
        var reasons = reports.makeAsyncIterator()
        await player.start(.beep, volume: 1) { reported.yield($0) }
        let none = "no player: pw-play, paplay, aplay"
        #expect(await notes.next() == .bellFailed(none))
        #expect(await reasons.next() == .some(none))
        try desktop.install("paplay")
        try #require(await desktop.hold { $0 == SoundPlayer.pause }).end()
        guard case .bellFailed(let reason)? = await notes.next() else {
            Issue.record("nothing is said of the folder")
            return
        }
        #expect(reason.contains(folder.path))
        let hold = await desktop.hold { $0 == SoundPlayer.pause }
        #expect(try desktop.asked("paplay").isEmpty)
        try FileManager.default.removeItem(at: spare)
        hold?.end()
        #expect(await reasons.next() == .some(nil))
        let file = try #require(try desktop.asked("paplay").first?.first)
        #expect(file.hasPrefix(spare.path) && file.contains("/beep-100-"), "\(file)")
        await player.stop()
    }

    @Test("Of several that ring the loudest is heard, whichever began first")
    func loudest() async throws {
        let desktop = try FakeDesktop()
        let pipe = desktop.pipe("pipe")
        try desktop.install("paplay", "echo \"$1\" >'\(pipe)'; exec /bin/sleep 1000")
        let bell = try desktop.bell(desktop.notifier()) { Self.now }
        func heard() async -> String {
            let said = await desktop.said(pipe) ?? ""
            // The rest of the name depends on how long it took.
            return URL(filePath: said.trimmingCharacters(in: .newlines)).lastPathComponent.split(separator: "-")
                .prefix(2).joined(separator: " ")
        }
        let rings = [("soft", "beep", 0.2), ("loud", "chime", 0.8), ("between", "bowl", 0.5)].map {
            Self.ring($0.0, $0.1, volume: $0.2)
        }
        await bell.perform(.begin(rings[0]))
        #expect(await heard() == "beep 20")
        await bell.perform(.begin(rings[1]))
        #expect(await heard() == "chime 80")
        await bell.perform(.begin(rings[2]))
        await bell.perform(.end(alarmID: rings[0].alarm.rule.id, .stopped))
        await bell.perform(.end(alarmID: rings[1].alarm.rule.id, .stopped))
        #expect(await heard() == "bowl 50")
        #expect(try desktop.asked("paplay").count == 3)
        await bell.close()
    }
}
