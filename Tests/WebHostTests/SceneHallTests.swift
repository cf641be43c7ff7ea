import Synchronization
import Testing

@testable import WebHost
@testable import WebHostDemo

/// Pages and scenes, by a clock that the test turns.
@MainActor
struct SceneHallTests {
    /// A clock that goes when it is told to.
    final class Hand: Sendable {
        private let time = Mutex(Duration.zero)
        var now: Duration { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 += duration } }

        /// Nobody sleeps here: what is due is found at the next call.
        var surroundings: Surroundings {
            Surroundings(
                now: { self.now },
                sleep: { _ in
                    for await _ in AsyncStream<Never>(unfolding: { nil }) {}
                    throw CancellationError()
                },
                randomBytes: Surroundings.live.randomBytes
            )
        }
    }

    private let hand = Hand()
    private let source = DemoSource(store: DemoStore())

    private func hall(_ change: (inout HostLimits) -> Void = { _ in }) -> SceneHall {
        var limits = HostLimits()
        change(&limits)
        return SceneHall(
            source: source,
            limits: limits,
            build: "b",
            icons: IconCatalogue(),
            surroundings: hand.surroundings,
            report: { _ in }
        )
    }

    @Test func aPageThatNeverConnectedIsForgotten() throws {
        let hall = hall()
        let page = try #require(hall.open(for: ClientEnvironment(), owner: "o"))
        hand.advance(by: .seconds(31))
        #expect(hall.attach(session: page.session, owner: "o") == nil)
        #expect(hall.count == 0)
        #expect(source.scenes[0].needsDisplay == nil, "the scene was closed")
    }

    @Test func aPageComesBackWithinFiveMinutes() throws {
        let hall = hall()
        let page = try #require(hall.open(for: ClientEnvironment(), owner: "o"))
        let port = try #require(hall.attach(session: page.session, owner: "o"))
        hand.advance(by: .seconds(3_600))
        hall.detach(port, from: page.session)
        hand.advance(by: .seconds(299))
        let again = try #require(hall.attach(session: page.session, owner: "o"))
        hall.detach(again, from: page.session)
        hand.advance(by: .seconds(300))
        #expect(hall.attach(session: page.session, owner: "o") == nil)
    }

    @Test func theOldestPageMakesRoom() throws {
        let hall = hall { $0.sessions = 2 }
        let first = try #require(hall.open(for: ClientEnvironment(), owner: "o"))
        hand.advance(by: .seconds(1))
        let second = try #require(hall.open(for: ClientEnvironment(), owner: "o"))
        #expect(hall.open(for: ClientEnvironment(), owner: "o") != nil)
        #expect(hall.count == 2)
        #expect(hall.attach(session: first.session, owner: "o") == nil)
        #expect(hall.attach(session: second.session, owner: "o") != nil)
    }
}
