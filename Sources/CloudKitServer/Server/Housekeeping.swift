import Logging
import ServiceLifecycle

/// What a server does from time to time: lets long waits end, and forgets what nobody will ask for again.
struct Housekeeping: Service {
    /// For how long the answer to a request is kept for its retries.
    static let answerMilliseconds: Int64 = 24 * 60 * 60 * 1_000
    private static let hourMilliseconds: Int64 = 60 * 60 * 1_000
    private static let interval = Duration.seconds(10)
    private static let answersAtOnce = 1_000
    private static let tombstonesAtOnce = 500

    let records: any RecordStore
    let accounts: Accounts
    let couriers: CourierHub
    let assets: AssetSweep
    /// For how long a deletion stays in the feed.
    let tombstoneMilliseconds: Int64
    let surroundings: Surroundings
    let logger: Logger

    func run() async throws {
        let ticks = AsyncTimer(interval: Self.interval).cancelOnGracefulShutdown()
        var (nextSweep, nextHour) = (surroundings.now(), surroundings.now())
        for await _ in ticks {
            await tidy()
            if surroundings.now() >= nextSweep {
                await sweep()
                nextSweep = surroundings.now() + AssetSweep.intervalMilliseconds
            }
            if surroundings.now() >= nextHour {
                await removeExpired()
                nextHour = surroundings.now() + Self.hourMilliseconds
            }
        }
    }

    private func sweep() async {
        do {
            try await assets.run()
        } catch {
            logger.error("Old assets could not be swept away", metadata: ["error": "\(error)"])
        }
    }

    private func removeExpired() async {
        do {
            try await accounts.store.removeExpired(before: surroundings.now())
            try await records.removeLostSubscriptions()
        } catch {
            logger.error("Old sign-ins could not be forgotten", metadata: ["error": "\(error)"])
        }
    }

    func tidy() async {
        await couriers.sweep()
        do {
            let limit = surroundings.now() - Self.answerMilliseconds
            while try await records.removeAnswers(before: limit, limit: Self.answersAtOnce) == Self.answersAtOnce {}
        } catch {
            logger.error("What is old could not be forgotten", metadata: ["error": "\(error)"])
        }
        await prune()
    }

    /// Takes old tombstones out of the feed, some at a time so that writers wait for none of it for long.
    private func prune() async {
        do {
            let (limit, count) = (surroundings.now() - tombstoneMilliseconds, Self.tombstonesAtOnce)
            while try await records.pruneTombstones(before: limit, limit: count) == count { await Task.yield() }
        } catch {
            logger.error("Old tombstones could not be pruned", metadata: ["error": "\(error)"])
        }
    }
}

/// Sends those who wait for notices away when the server is to stop, which waits for all that is in flight.
struct Farewell: Service {
    let couriers: CourierHub

    func run() async throws {
        try? await gracefulShutdown()
        await couriers.close()
    }
}

/// Ticks at an interval until it is cancelled.
private struct AsyncTimer: AsyncSequence, Sendable {
    let interval: Duration

    struct Iterator: AsyncIteratorProtocol {
        let interval: Duration

        mutating func next() async -> Void? {
            try? await Task.sleep(for: interval)
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(interval: interval)
    }
}
