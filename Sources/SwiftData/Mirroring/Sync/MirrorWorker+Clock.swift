#if CloudKitMirroring
import CloudKit
import Foundation

// Nothing goes up by a clock that the service has not confirmed lately.

extension MirrorWorker {
    /// Seconds for which the service's word about the time holds.
    private static let trustedSeconds = Double(MirrorWork.toleratedError) / 1_000
    /// Seconds until the service is asked for the time again, at most, unless it wants more.
    private static let longestClockPause = 300.0

    /// Makes sure that the service has told the time lately.
    ///
    /// - Throws: `CKError` where it was asked and did not answer.
    func confirmClock() async throws {
        try await cloud.confirmServiceClock(olderThan: Self.trustedSeconds)
        trustClock()
    }

    /// The service did not tell the time: what is to be sent waits, and it is asked again after a pause.
    ///
    /// The engine takes a delegate that has nothing for one that is done, and makes no pause of its own: it hears of
    /// nothing to send until then.
    func doubtClock(_ error: any Error) {
        let known = error as? CKError
        let words = "The service did not tell the time: \(error)"
        let problem = known.map { CloudMirrorProblem($0) } ?? CloudMirrorProblem(.serviceUnavailable, words)
        clockDoubt = problem
        clockFailures += 1
        if options.isAutomatic, clockTimer == nil { waitForClock(known?.retryAfterSeconds ?? 0) }
        note(problem)
    }

    private func waitForClock(_ wanted: Double) {
        let growing = Double(1 << min(clockFailures - 1, 9))
        let pause = max(min(Self.longestClockPause, growing), wanted)
        let surroundings = cloud.surroundings
        mirror?.change { $0.nextAttempt = surroundings.now() + pause }
        clockTimer = Task { [weak self, surroundings] in
            guard (try? await surroundings.wait(pause)) != nil else { return }
            await self?.askClockAgain()
        }
    }

    private func askClockAgain() {
        clockTimer = nil
        clockDoubt = nil
        if let engine { try? wake(engine) }
    }

    /// The service was heard.
    func trustClock() {
        clockTimer?.cancel()
        (clockTimer, clockDoubt, clockFailures) = (nil, nil, 0)
    }
}

#endif
