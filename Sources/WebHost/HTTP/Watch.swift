import Synchronization

/// When something last went over a connection, and what it is waiting for.
final class Watch: Sendable {
    private struct State {
        let began: Duration
        var lastIn: Duration
        var last: Duration
        var phase = RequestGate.Phase.head
    }

    private let state: Mutex<State>

    init(now: Duration) {
        state = Mutex(State(began: now, lastIn: now, last: now))
    }

    /// Notes bytes: `phase` is where the request is after they came in, nil when they went out.
    func note(at now: Duration, phase: RequestGate.Phase?) {
        state.withLock {
            $0.last = now
            guard let phase else { return }
            $0.lastIn = now
            $0.phase = phase
        }
    }

    /// When the connection is given up if nothing happens until then.
    ///
    /// A head must be whole in time, however slowly it trickles; a page is given up when it is silent, although updates may
    /// go out to it.
    func deadline(_ limits: HostLimits) -> Duration {
        state.withLock {
            switch $0.phase {
            case .head: $0.began + limits.headTime
            case .body, .answer: $0.last + limits.stallTime
            case .frames: $0.lastIn + limits.silenceTime
            }
        }
    }
}

extension Watch {
    /// How long to wait before the next look at the connection; nil when it is given up.
    ///
    /// Never longer than the shortest limit: the phase may change meanwhile to one whose deadline comes sooner.
    func pause(at now: Duration, _ limits: HostLimits) -> Duration? {
        let left = deadline(limits) - now
        return left > .zero ? min(left, limits.headTime, limits.stallTime, limits.silenceTime) : nil
    }
}

/// How many there are at a time.
final class Counter: Sendable {
    private let count = Mutex(0)

    /// - Returns: Whether there was room for one more.
    func increment(upTo limit: Int) -> Bool {
        count.withLock { count in
            guard count < limit else { return false }
            count += 1
            return true
        }
    }

    func decrement() {
        count.withLock { $0 -= 1 }
    }
}
