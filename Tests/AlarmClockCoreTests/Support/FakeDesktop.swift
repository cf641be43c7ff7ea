import AppCommons
import Foundation
import Synchronization

@testable import AlarmClockCore

/// A folder of scripts that stand for the programs of a desktop: each writes down how it was called.
final class FakeDesktop: Sendable {
    private let box: AlarmBox
    /// What went wrong, in the words of the log.
    let notes: AsyncStream<OperationLog.Event>
    private let noted: AsyncStream<OperationLog.Event>.Continuation
    /// The buttons that were pressed.
    let presses: AsyncStream<Notifier.Press>
    private let pressed: AsyncStream<Notifier.Press>.Continuation
    /// The waits that were asked for, each of which lasts until the test ends it.
    private let holds: AsyncStream<Hold>
    private let held: AsyncStream<Hold>.Continuation

    /// Something waits for so many seconds.
    struct Hold: Sendable {
        let seconds: TimeInterval
        fileprivate let ending: AsyncStream<Void>.Continuation

        func end() { ending.finish() }
    }

    init() throws {
        box = try AlarmBox()
        (notes, noted) = AsyncStream.makeStream()
        (presses, pressed) = AsyncStream.makeStream()
        (holds, held) = AsyncStream.makeStream()
        try FileManager.default.createDirectory(at: box.file("bin"), withIntermediateDirectories: true)
    }

    var variables: [String: String] { ["PATH": box.file("bin").path, "HOME": box.folder.path] }
    var folder: URL { box.folder }

    /// What separates one call from the next in what the scripts write down.
    private static let mark = "%end of call%"

    /// Puts a program there, or another one in its place. Each of its arguments is a line in ``asked(_:)`` before the body
    /// runs.
    func install(_ name: String, _ body: String = "") throws {
        let script = box.file("bin/\(name)")
        let file = box.file("\(name).log").path
        let log = "for word in \"$@\" '\(Self.mark)'; do printf '%s\\n' \"$word\"; done >>'\(file)'"
        // Written by another process: a program that a test beside this one starts meanwhile would inherit the open file,
        // and as long as that is open nobody can start it.
        let write = "printf '%s\\n' \"$2\" >\"$1~\" && chmod 755 \"$1~\" && mv \"$1~\" \"$1\""
        let text = "#!/bin/sh\n\(log)\n\(body)"
        _ = try SystemProgram.run("/bin/sh", ["-c", write, "sh", script.path, text])
    }

    /// How the program was called, each time, since it was asked for the last time.
    func asked(_ name: String) throws -> [[String]] {
        let file = box.file("\(name).log")
        guard FileManager.default.fileExists(atPath: file.path) else { return [] }
        let words = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        try FileManager.default.removeItem(at: file)
        return words.dropLast().split(separator: Substring(Self.mark), omittingEmptySubsequences: false).dropLast().map
        {
            $0.map(String.init)
        }
    }

    /// A file through which a script says something to the test, once for each time that the test asks.
    func pipe(_ name: String) -> String {
        let path = box.file(name).path
        _ = mkfifo(path, 0o600)
        return path
    }

    /// Makes a player that plays until it is ended, and says through the pipe that it is up, and that it is gone.
    func installEndless(_ name: String, _ pipe: String) throws {
        let trap = "trap 'kill $!; echo gone >\"\(pipe)\"; exit 0' TERM"
        try install(name, "\(trap); echo up >'\(pipe)'; /bin/sleep 1000 & wait")
    }

    /// What a script says through a pipe, when it does.
    func said(_ pipe: String) async -> String? {
        guard let child = try? ChildProgram("/bin/cat", [pipe], variables: [:]) else { return nil }
        return await withTaskCancellationHandler {
            await child.ended.output
        } onCancel: {
            child.signal(SIGTERM)
        }
    }

    /// Lasts until a test ends it, or the task is cancelled.
    func wait(_ seconds: TimeInterval) async throws {
        let (stream, ending) = AsyncStream<Void>.makeStream()
        held.yield(Hold(seconds: seconds, ending: ending))
        for await _ in stream {}
        try Task.checkCancellation()
    }

    /// The next wait whose length is right; others go on.
    func hold(where isRight: (TimeInterval) -> Bool) async -> Hold? {
        for await hold in holds where isRight(hold.seconds) { return hold }
        return nil
    }

    func notifier() -> Notifier {
        Notifier(
            variables: variables,
            wait: { try await self.wait($0) },
            pressed: { [pressed] _, press in pressed.yield(press) },
            failed: { [noted] in noted.yield(.bellFailed($0)) }
        )
    }

    func player(folder: URL? = nil, spare: URL? = nil) -> SoundPlayer {
        SoundPlayer(
            folder: folder ?? box.file("cache"),
            spare: spare,
            variables: variables,
            makeID: { UUID() },
            wait: { try await self.wait($0) },
            failed: { [noted] in noted.yield(.bellFailed($0)) }
        )
    }

    /// Tells of what a store says was missed by the clock in Berlin.
    func reminder(_ notifier: Notifier, _ rings: StoredRings) -> MissedReminder {
        MissedReminder(
            rings: rings,
            notifier: notifier,
            words: { AlarmPhrase.book(.english).words(for: $0, zone: Self.berlin) },
            note: { [noted] in noted.yield($0) },
            wait: { try await self.wait($0) }
        )
    }

    private static let berlin = (try? ZoneDatabase.fixtures.zone("Europe/Berlin")) ?? .gmt

    /// The bell of a device in Berlin, with what it shows.
    func bell(
        _ notifier: Notifier,
        rings: StoredRings? = nil,
        now: @escaping @Sendable () -> Date
    ) throws -> DesktopBell {
        DesktopBell(
            player: player(),
            notifier: notifier,
            reminder: reminder(notifier, try rings ?? StoredRings(modelContainer: AlarmStore.inMemory().container)),
            phrases: AlarmPhrase.book(.english),
            zone: { Self.berlin },
            now: now,
            note: { [noted] in noted.yield($0) }
        )
    }
}
