import AppCommons
import Foundation
import Synchronization
import Testing

@testable import AlarmClockCore

/// The log of operations: what stays, what goes, and how large it becomes.
@Suite("The log of operations")
struct OperationLogTests {
    private let box: AlarmBox

    init() throws { box = try AlarmBox() }

    /// A clock on which a second passes with each look.
    private final class Clock: Sendable {
        private let date = Mutex(Date(timeIntervalSince1970: 1_795_330_800))

        func look() -> Date {
            date.withLock { date in
                date += 1
                return date
            }
        }
    }

    private func log() -> OperationLog {
        let clock = Clock()
        return OperationLog(file: box.folders.logFile) { clock.look() }
    }

    private func bytes(_ file: URL) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
    }

    @Test("It is bounded, the newest lines stay, and what became of the old app's alarms stays longest")
    func bounded() throws {
        let log = log()
        let file = box.folders.logFile
        log.note(.migrated(alarms: 7, rejected: 2, seconds: 0.5))
        log.note(.migrationFailed("no list"))
        let line = 60
        let rounds = OperationLog.maximumBytes * 5 / line
        for number in 0..<rounds {
            log.note(.saved(seconds: Double(number)))
            guard number % 500 == 0 else { continue }
            #expect(try bytes(file) <= OperationLog.maximumBytes + 1_000)
        }
        let entries = log.entries()
        #expect(try bytes(file) + bytes(file.appendingPathExtension("1")) <= 2 * OperationLog.maximumBytes + 2_000)
        #expect(entries.prefix(2).map(\.name) == ["migrated", "migrationFailed"])
        let saved = entries.filter { $0.name == "saved" }.compactMap(\.seconds)
        #expect(saved.last == Double(rounds - 1) && saved == saved.sorted() && saved.count > 1_000)
        #expect(saved.count < rounds, "nothing was dropped")
        #expect(saved == Array(stride(from: Double(rounds - saved.count), to: Double(rounds), by: 1)), "a gap")
        let standing = LegacyStanding(box.folders, log)
        #expect(standing.taken == 7 && standing.rejected == 2 && standing.takenAt != nil)
    }

    /// The files of that name that this process has open.
    private func openFiles(_ file: URL) -> Int {
        let manager = FileManager.default
        let numbers = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return numbers.count { (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == file.path }
    }

    @Test("Who finds it full, and waits while another process puts it aside, does not do it once more")
    func together() async throws {
        let log = log()
        let (file, older) = (box.folders.logFile, box.folders.logFile.appendingPathExtension("1"))
        let lock = file.appendingPathExtension("lock")
        try POSIXFiles.makeFolder(file.deletingLastPathComponent(), mode: 0o700)
        let full = String(repeating: "{\"date\":1,\"event\":\"saved\",\"seconds\":1}\n", count: 4_000)
        try Data(full.utf8).write(to: file)
        try #require(try bytes(file) > OperationLog.maximumBytes)
        let (noted, end) = AsyncStream<Void>.makeStream()
        try AdvisoryLock(file: lock).exclusively {
            Thread.detachNewThread {
                log.note(.daemonStarted)
                end.finish()
            }
            while openFiles(lock) < 2 { sched_yield() }
            try POSIXFiles.rename(file, to: older)
            try Data("{\"date\":2,\"event\":\"missed\"}\n".utf8).write(to: file)
        }
        for await _ in noted {}
        #expect(try String(contentsOf: older, encoding: .utf8) == full)
        #expect(log.entries().suffix(2).map(\.name) == ["missed", "daemonStarted"])
    }

    @Test("A save that fails is noted with its reason; a line that cannot be read is passed over; reasons are cut")
    func failures() throws {
        struct Reason: Error {}
        let log = log()
        let clocks = { ClockReading(wall: Date(), sinceBoot: 5, awake: 5) }
        #expect(throws: AlarmClockError.self) {
            try log.saving(clocks) { () throws -> Void in throw AlarmClockError.saveFailed(Reason()) }
        }
        try log.saving(clocks) {}
        let handle = try FileHandle(forWritingTo: box.folders.logFile)
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("no json\n".utf8))
        try handle.close()
        log.note(.syncFailed(String(repeating: "x", count: 10_000)))
        let entries = log.entries()
        #expect(entries.map(\.name) == ["saveFailed", "saved", "syncFailed"])
        #expect(entries[0].reason?.contains("Reason") == true && entries[2].reason?.count == 500)
    }
}
