import CloudKit
import Foundation
import Testing

@testable import IdeaBoxCore

/// What the service's answers tell of this device's clock, and for how long that holds.
@Suite struct ServerClockTests {
    /// Answers everything at once, with a date.
    private struct DatedTransport: CloudKitTransport {
        func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
            CloudKitAnswer(status: 200, headers: [(name: "Date", value: "Sat, 21 Nov 2026 03:09:00 GMT")])
        }
    }

    private static let day: TimeInterval = 86_400

    /// A clock that was told the time just now.
    private static func told(_ time: TestClock) async throws -> ServerClock {
        let clock = ServerClock(DatedTransport(), now: { time.now }, uptime: { time.uptime.seconds })
        let address = "http://127.0.0.1/x?ckWebAuthToken=t"
        _ = try await clock.send(CloudKitRequest(method: "GET", address: address))
        return clock
    }

    @Test func whatWasToldHoldsForAWhile() async throws {
        let time = TestClock()
        let clock = try await Self.told(time)
        #expect(clock.isFresh && clock.confirmedDate != nil)
        time.advance(seconds: 60)
        #expect(clock.isFresh && clock.confirmedDate != nil)
        time.advance(seconds: 300)
        #expect(!clock.isFresh && clock.confirmedDate == nil)
    }

    @Test(arguments: [day, -day])
    func aClockThatWasSetIsKnownNoMore(_ seconds: TimeInterval) async throws {
        let time = TestClock()
        let clock = try await Self.told(time)
        time.now += seconds
        #expect(!clock.isFresh && clock.confirmedDate == nil)
    }

    /// Set back for as long as the time that passed, the clock shows what it showed when the service was heard.
    @Test func aClockThatWasSetBackToThenIsKnownNoMore() async throws {
        let time = TestClock()
        let clock = try await Self.told(time)
        time.advance(seconds: Self.day)
        time.now -= Self.day
        #expect(!clock.isFresh && clock.confirmedDate == nil)
    }
}
