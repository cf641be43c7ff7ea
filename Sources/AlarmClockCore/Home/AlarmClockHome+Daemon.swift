import AppCommons
import Foundation

/// Whether the process that rings is there, and what it says.
package enum DaemonStanding: Equatable, Sendable {
    /// Nobody has asked yet.
    case unknown
    /// None runs: nothing will ring.
    case absent
    /// It runs.
    case running(DaemonAnswer)

    /// The alarms that make themselves heard.
    package var ringing: [DaemonAnswer.Ringing] { alarms.filter { $0.snoozedUntil == nil } }
    /// The alarms that are put off.
    package var snoozed: [DaemonAnswer.Ringing] { alarms.filter { $0.snoozedUntil != nil } }

    /// Why nothing can be heard of what rings; nil where it can.
    package var silence: String? {
        if case .running(let answer) = self, !ringing.isEmpty { answer.silence } else { nil }
    }

    /// Whether an alarm rings or is put off.
    package func isBusy(with id: UUID) -> Bool { alarms.contains { $0.id == id } }

    private var alarms: [DaemonAnswer.Ringing] {
        if case .running(let answer) = self { answer.alarms } else { [] }
    }
}

extension AlarmClockHome {
    var link: DaemonLink { DaemonLink(socket: folders.socket) }

    /// How long it is until a daemon is listened to again that has a socket and fell silent, the first time and at most, in
    /// seconds.
    private static let pauses: ClosedRange<TimeInterval> = 1...60

    /// Listens to the daemon, and where there is none, for its coming.
    func watchDaemon() {
        let (link, socket, wait) = (link, folders.socket, wait)
        watching = Task { [weak self] in
            let comings = SocketComings(socket)
            var news = comings.stream.makeAsyncIterator()
            var pause = Self.pauses.lowerBound
            while !Task.isCancelled {
                if let answers = await link.watched() {
                    for await answer in answers {
                        self?.daemon = .running(answer)
                        pause = Self.pauses.lowerBound
                    }
                }
                guard !Task.isCancelled, self != nil else { return }
                self?.daemon = .absent
                let seconds = pause
                let again = comings.lookAgain { try await wait(seconds) }
                pause = min(pause * 2, Self.pauses.upperBound)
                defer { again?.cancel() }
                guard await news.next() != nil else { return }
            }
        }
    }

    /// Tells the daemon that the alarms are others now.
    func tellDaemon() {
        let link = link
        // Without a daemon there is nobody to tell, and the window says so.
        Task { _ = await link.answer(to: .reload) }
    }

    /// Stops an alarm that rings or is put off.
    ///
    /// - Throws: What ``AlarmWords`` has words for; an alarm that does not ring any more is no error.
    package func stop(_ id: UUID) async throws {
        try await press(.stop(id))
    }

    /// Puts off an alarm that rings or is put off, for as long as it says itself where `minutes` is nil.
    ///
    /// - Throws: What ``AlarmWords`` has words for; an alarm that does not ring any more is no error.
    package func snooze(_ id: UUID, minutes: Int?) async throws {
        try await press(.snooze(id, minutes: minutes))
    }

    private func press(_ request: DaemonRequest) async throws {
        do {
            _ = try await link.answer(to: request).done()
        } catch CommandProblem.nothingRings {
            // Another window, a button of the desktop or another device was faster.
        }
    }
}

extension DaemonLink {
    /// ``changes()``, without keeping the caller's thread; nil where no daemon is.
    fileprivate func watched() async -> AsyncStream<DaemonAnswer>? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: try? changes()) }
        }
    }
}

extension Result where Success == DaemonAnswer, Failure == DaemonLink.Failure {
    /// The answer of a daemon that did as it was asked.
    ///
    /// - Throws: `CommandProblem`.
    func done() throws -> DaemonAnswer {
        switch self {
        case .failure(.notRunning): throw CommandProblem.daemonNotRunning
        case .failure(.noAnswer(let reason)): throw CommandProblem.daemonNoAnswer(reason)
        case .success(let answer):
            switch answer.refusal {
            case nil: return answer
            case .nothingRings: throw CommandProblem.nothingRings
            case .snoozeNotAllowed: throw CommandProblem.snoozeNotAllowed
            case .tooOften: throw CommandProblem.tooOften
            case .minutes: throw CommandProblem.snoozeRange(nil)
            case .syncFailed: throw SyncPicture.Problem.error(answer.sync?.problemKind, answer.sync?.problem ?? "?")
            case .badRequest: throw CommandProblem.daemonNoAnswer("bad request")
            case .alarmsNotRead: throw CommandProblem.daemonNoAnswer("alarms not read")
            }
        }
    }
}

/// Says each time when a daemon's socket may have come.
private final class SocketComings: Sendable {
    let stream: AsyncStream<Void>
    private let sign: AsyncStream<Void>.Continuation
    private let path: String
    private let watch: FolderWatch?

    init(_ socket: URL) {
        let folder = socket.deletingLastPathComponent()
        // Where the folder cannot be made, no daemon can listen in it either.
        try? POSIXFiles.makeFolder(folder, mode: 0o700)
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        (self.stream, sign, path) = (stream, continuation, socket.path)
        watch = FolderWatch(folder.path, names: [socket.lastPathComponent]) { continuation.yield() }
        if watch == nil { continuation.finish() }
    }

    /// Says it once more after a wait, where the socket is there: nobody else tells that what listens there speaks again.
    func lookAgain(after wait: @escaping @Sendable () async throws -> Void) -> Task<Void, Never>? {
        guard POSIXFiles.kind(path) == .other else { return nil }
        return Task { [sign] in
            if (try? await wait()) != nil { sign.yield() }
        }
    }
}
