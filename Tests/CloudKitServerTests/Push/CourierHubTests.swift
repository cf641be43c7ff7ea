import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Devices that are known at a time")
struct CourierHubTests {
    private static func database(_ number: Int64) -> DatabaseKey {
        DatabaseKey(account: AccountID(rawValue: number), container: World.container, environment: .development)
    }

    private static func courier(_ token: String, _ account: Int64) -> Courier {
        Courier(token: token, database: database(account), deviceID: token, session: [])
    }

    private static func hint(_ account: Int64) -> ChangeHint {
        let subscription = WireSubscription(subscriptionID: "all", subscriptionType: .database)
        return ChangeHint(
            database: database(account),
            zone: "Notes",
            head: 1,
            deviceID: nil,
            subscription: StoredSubscription(id: "all", subscription: subscription)
        )
    }

    private static func hub(_ clock: ClockBox) -> CourierHub {
        let surroundings = Surroundings(
            now: {
                clock.value.withLock { time in
                    time += 1
                    return time
                }
            },
            randomBytes: OpenStore.randomBytes
        )
        return CourierHub(surroundings: surroundings, devices: 3, devicesPerDatabase: 2) { _ in true }
    }

    @Test("Two accounts may choose the same token, and each hears of its own")
    func sameToken() async throws {
        let hub = Self.hub(ClockBox())
        for account in [Int64(1), 2] { await hub.expect(Self.courier("token", account)) }
        for account in [Int64(2), 1] {
            await hub.publish([Self.hint(account)])
            #expect(try await hub.next(for: Self.courier("token", account)) != nil)
        }
    }

    @Test("A device that is not known may have missed a notice, and gets one at once; then it waits")
    func unknown() async throws {
        let hub = Self.hub(ClockBox())
        await hub.publish([Self.hint(1)])
        let first = try await hub.next(for: Self.courier("phone", 1))
        guard case .database(let notice) = first?.event else {
            Issue.record("it got \(String(describing: first))")
            return
        }
        #expect(notice.database == .private && notice.subscriptionID == nil)
        async let second = hub.next(for: Self.courier("phone", 1))
        while await hub.parkedCount < 1 { await Task.yield() }
        await hub.publish([Self.hint(1)])
        guard case .database(let told) = try await second?.event else {
            Issue.record("it got no notice of a change")
            return
        }
        #expect(told.subscriptionID == "all")
    }

    @Test("A full database gives away the place of a device that is absent, and a full server none of another database")
    func eviction() async throws {
        let hub = Self.hub(ClockBox())
        await hub.expect(Self.courier("a", 1))
        async let waiting = hub.next(for: Self.courier("a", 1))
        while await hub.parkedCount < 1 { await Task.yield() }
        await hub.expect(Self.courier("b", 1))
        await hub.expect(Self.courier("other", 2))
        // Three are known now: who has none of them is refused, and who has takes the place of an own one.
        let fault = await #expect(throws: ServiceFault.self) {
            _ = try await hub.next(for: Self.courier("late", 3))
        }
        #expect(fault?.error.serverErrorCode == .tryAgainLater)
        await hub.expect(Self.courier("c", 1))
        #expect(await hub.parkedCount == 1)
        await hub.publish([Self.hint(1), Self.hint(2)])
        #expect(try await waiting != nil)
        for (token, account) in [("c", 1), ("other", 2)] as [(String, Int64)] {
            #expect(Self.subscription(try await hub.next(for: Self.courier(token, account))) == "all")
        }
        // What was told to nobody is caught up with.
        #expect(Self.subscription(try await hub.next(for: Self.courier("b", 1))) == nil)
    }

    @Test("A device is refused where all others of its database wait, and displaces none of them")
    func refusal() async throws {
        let hub = Self.hub(ClockBox())
        for token in ["a", "b"] { await hub.expect(Self.courier(token, 1)) }
        async let first = hub.next(for: Self.courier("a", 1))
        async let second = hub.next(for: Self.courier("b", 1))
        while await hub.parkedCount < 2 { await Task.yield() }
        let fault = await #expect(throws: ServiceFault.self) {
            _ = try await hub.next(for: Self.courier("late", 1))
        }
        #expect(fault?.error.serverErrorCode == .tryAgainLater)
        #expect(fault?.error.retryAfter == CourierHub.retrySeconds)
        #expect(await hub.parkedCount == 2)
        await hub.publish([Self.hint(1)])
        for notice in try await [first, second] { #expect(Self.subscription(notice) == "all") }
    }

    private static func subscription(_ notice: WireNotification?) -> String? {
        guard case .database(let told) = notice?.event else { return nil }
        return told.subscriptionID
    }
}
