import Foundation
import TestSupport
import Testing

@testable import AlarmClockCore

/// A file system of a size of its own.
enum SmallDisk {
    static let canBeMounted: Bool = {
        guard let box = try? CommandBox() else { return false }
        let script = "mkdir disk && mount -t tmpfs tmpfs disk && umount --lazy disk"
        return (try? box.shell(script, extra: ["PATH": "/bin:/usr/bin"]).status) == 0
    }()
}

/// The command on a disk that has no room.
///
/// Only root can mount; elsewhere there is nothing to be shown.
@Suite("A full disk", .enabled(if: SmallDisk.canBeMounted))
struct FullDiskTests {
    private static let tools = ["PATH": "/bin:/usr/bin:/sbin:/usr/sbin"]

    /// A box whose data lie on a disk of some kilobytes, with a tone in its cache.
    private func box(_ size: String) throws -> (box: CommandBox, extra: [String: String]) {
        let box = try CommandBox()
        let made = try box.shell("mkdir disk && mount -t tmpfs -o size=\(size) tmpfs disk", extra: Self.tools)
        try #require(made.status == 0, "\(made)")
        let cache = box.home.appending(path: ".cache/alarmclock", directoryHint: .isDirectory)
        _ = try SoundFile(tone: .beep, volume: 1, rises: false).made(in: cache, draft: UUID())
        return (box, ["XDG_DATA_HOME": "\(box.home.path)/disk"])
    }

    private func makeRoom(_ box: CommandBox) throws {
        #expect(try box.shell("mount -o remount,size=64m disk", extra: Self.tools).status == 0)
    }

    @Test("Taking over the old app's alarms says what uses the space and what can go, and goes on when there is room")
    func legacy() throws {
        let (box, extra) = try box("1m")
        defer { _ = try? box.shell("umount --lazy disk", extra: Self.tools) }
        let list = (0..<3_000).map { number in
            [
                "id": UUID().uuidString, "time": Double(number * 60), "label": "alarm \(number)",
                "repeatDays": [2, 3, 4, 5, 6],
            ] as [String: Any]
        }
        let json = try JSONSerialization.data(withJSONObject: list)
        let plist = try PropertyListSerialization.data(
            fromPropertyList: ["SavedAlarms": json],
            format: .binary,
            options: 0
        )
        try FileManager.default.createDirectory(
            at: box.home.appending(path: ".config"),
            withIntermediateDirectories: true
        )
        try plist.write(to: box.home.appending(path: ".config/alarmclock.plist"))
        let answer = try box.run("migrate", extra: extra)
        #expect(answer.status == 1 && answer.messages.contains("There is no room left to save ("), "\(answer)")
        #expect(
            answer.messages.contains("\(box.home.path)/.cache/alarmclock takes 0.44 MB and can be removed"),
            "\(answer)"
        )
        #expect(answer.messages.contains("\(box.home.path)/disk/alarmclock/AlarmClock.sqlite takes"), "\(answer)")
        let doctor = try box.run("doctor", "--json", extra: extra).out
        #expect(doctor.contains("\"legacyAlarmsWait\":true") && doctor.contains("\"migrationsFailed\":1"), "\(doctor)")
        try makeRoom(box)
        let again = try box.run("list", "--json", extra: extra)
        #expect(again.messages.contains("3000 alarms were taken over") && again.status == 0, "\(again.messages)")
    }

    @Test("Looking at alarms needs no room, and saving goes on once there is some")
    func reading() throws {
        let (box, extra) = try box("1m")
        defer { _ = try? box.shell("umount --lazy disk", extra: Self.tools) }
        #expect(try box.run("add", "7:30", extra: extra).status == 0)
        _ = try box.shell("cat /dev/zero > disk/filler", extra: Self.tools)
        for arguments in [["list"], ["next"], ["list", "--json"], ["next", "--json"], ["export", "csv"]] {
            let answer = try box.run(arguments: arguments, extra: extra)
            #expect(answer.status == 0 && answer.out.contains("07:30"), "\(arguments): \(answer)")
        }
        for arguments in [["template", "list"], ["template", "list", "--json"]] {
            let answer = try box.run(arguments: arguments, extra: extra)
            #expect(answer.status == 0 && answer.out.contains("Early shift"), "\(arguments): \(answer)")
        }
        let refused = try box.run("add", "8:00", extra: extra)
        #expect(refused.status == 1 && refused.messages.contains("There is no room left to save ("), "\(refused)")
        try makeRoom(box)
        #expect(try box.run("add", "8:00", extra: extra).status == 0)
        #expect(try box.run("list", extra: extra).out.contains("08:00"))
    }

    @Test("A store of version 1.0.0 that cannot grow stays what it is, and says so")
    func oldStore() throws {
        let (box, extra) = try box("180k")
        defer { _ = try? box.shell("umount --lazy disk", extra: Self.tools) }
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "AlarmClockCoreTests/Fixtures/v1.sqlite")
        let file = box.home.appending(path: "disk/alarmclock/AlarmClock.sqlite")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: fixtures, to: file)
        let answer = try box.run("list", extra: extra)
        #expect(answer.status == 1 && answer.messages.contains("There is no room left to save ("), "\(answer)")
        #expect(answer.messages.contains(".cache/alarmclock takes"), "\(answer)")
        try makeRoom(box)
        let again = try box.run("list", extra: extra)
        #expect(again.status == 0 && again.out.contains("早班"), "\(again)")
    }
}
