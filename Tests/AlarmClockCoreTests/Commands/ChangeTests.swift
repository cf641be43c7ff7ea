import Foundation
import Testing

@testable import AlarmClockCore

/// What is said of a change.
@Suite("Changes by command")
struct ChangeTests {
    /// A machine with an alarm that rings each day.
    private func machine() async throws -> (command: SpokenCommand, id: String, answer: SpokenCommand.Answer) {
        let command = try SpokenCommand(at: "2026-11-22T12:00:00Z", in: "Asia/Taipei")
        let answer = await add(command)
        return (command, try #require(try command.alarms().first).alarm.id.uuidString, answer)
    }

    private func add(_ command: SpokenCommand) async -> SpokenCommand.Answer {
        let wish = AlarmWish(
            time: "7:30",
            days: "daily",
            label: "tea",
            sound: nil,
            volume: nil,
            snoozeMinutes: nil,
            canSnooze: true,
            zone: nil
        )
        return await command.run(.add(wish, json: false))
    }

    @Test("An alarm that is off cannot be paused, and that is said")
    func pausedWhileOff() async throws {
        let (command, id, _) = try await machine()
        let paused = await command.run(.skip(id: id, until: "2026-12-31"))
        #expect(paused.out == "Paused until 2026-12-31 00:00: tea\n", "\(paused)")
        _ = await command.run(.turn(ids: [id], on: false))
        let answer = await command.run(.skip(id: id, until: "2026-12-31"))
        #expect(answer.out == "tea does not ring, so there is nothing to leave out\n", "\(answer)")
        #expect(try command.alarms().map(\.alarm.skipNextUntil) == [nil])
    }

    @Test("A daemon that could not read the change is told from one that rings for it")
    func unread() async throws {
        let (command, _, first) = try await machine()
        #expect(first.messages.first?.hasPrefix("Note: the daemon does not run") == true, "\(first)")
        let cases: [(DaemonAnswer.Refusal?, String?)] = [
            (.alarmsNotRead, "Note: the daemon could not read what was changed."), (nil, nil),
        ]
        for (refusal, words) in cases {
            let socket = try LocalSocket.listen(at: command.box.folders.socket.path)
            defer { close(socket) }
            var said = DaemonAnswer()
            said.refusal = refusal
            let line = try DaemonWire.line(said)
            Thread.detachNewThread {
                let connection = accept(socket, nil, nil)
                _ = LocalSocket.readLine(from: connection)
                _ = LocalSocket.send(line, to: connection)
                close(connection)
            }
            let answer = await add(command)
            #expect(answer.messages.count == (words == nil ? 0 : 1), "\(answer)")
            if let words { #expect(answer.messages.first?.hasPrefix(words) == true, "\(answer)") }
        }
    }
}
