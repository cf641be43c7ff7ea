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

    init() throws {
        box = try AlarmBox()
        (notes, noted) = AsyncStream.makeStream()
        (presses, pressed) = AsyncStream.makeStream()
        try FileManager.default.createDirectory(at: box.file("bin"), withIntermediateDirectories: true)
    }

    var variables: [String: String] { ["PATH": box.file("bin").path, "HOME": box.folder.path] }
    var folder: URL { box.folder }

    /// Puts a program there, or another one in its place. Each of its arguments is a line in ``asked(_:)`` before the body
    /// runs.
    func install(_ name: String, _ body: String = "") throws {
        let script = box.file("bin/\(name)")
        let log = "for word in \"$@\" --; do printf '%s\\n' \"$word\"; done >>'\(box.file("\(name).log").path)'"
        try Data("#!/bin/sh\n\(log)\n\(body)\n".utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
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
        return words.dropLast().split(separator: "--", omittingEmptySubsequences: false).dropLast().map {
            $0.map(String.init)
        }
    }

    func notifier() -> Notifier {
        Notifier(
            variables: variables,
            pressed: { [pressed] _, press in pressed.yield(press) },
            failed: { [noted] in noted.yield(.bellFailed($0)) }
        )
    }

    /// The bell of a device in Berlin, with what it shows.
    func bell(_ notifier: Notifier, now: @escaping @Sendable () -> Date) -> DesktopBell {
        DesktopBell(
            player: SoundPlayer(
                folder: box.file("cache"),
                variables: variables,
                makeID: { UUID() },
                failed: { [noted] in noted.yield(.bellFailed($0)) }
            ),
            notifier: notifier,
            phrases: AlarmPhrase.book(.english),
            zone: { (try? ZoneDatabase().zone("Europe/Berlin")) ?? .gmt },
            now: now,
            note: { [noted] in noted.yield($0) }
        )
    }
}
