import Foundation
import Testing

@testable import CloudKit

/// What the dates of answers tell of the device's clock.
@Suite struct ServiceClockTests {
    private static let header = "Sat, 21 Nov 2026 03:09:00 GMT"
    private static let time = Date(timeIntervalSince1970: 1_795_230_540)

    private static let year: TimeInterval = 365 * 86_400

    /// A moment so many seconds after the time, at which the clock is ahead by so many.
    private static func moment(_ seconds: TimeInterval, ahead: TimeInterval = 0) -> ClockMoment {
        ClockMoment(date: time + seconds + ahead, uptime: 1_000 + seconds)
    }

    /// The clock was set while the request was on its way: that is no reason to take it for right.
    @Test func anAnswerThatTookLongSaysNothing() throws {
        let clock = ServiceClock()
        clock.learn(from: Self.header, sent: Self.moment(-120), received: Self.moment(400))
        #expect(clock.offset == nil)
        clock.learn(from: Self.header, sent: Self.moment(1), received: Self.moment(2, ahead: -402))
        #expect(clock.offset == nil)
        clock.learn(from: Self.header, sent: Self.moment(0, ahead: 400), received: Self.moment(1, ahead: 400))
        #expect(abs(try #require(clock.offset) + 400) <= 3)
        clock.learn(from: Self.header, sent: Self.moment(-10), received: Self.moment(ServiceClock.longest))
        #expect(abs(try #require(clock.offset) + 400) <= 3)
    }

    /// Who has asked and got no answer asks again, as does each of several who ask at once.
    @Test func aQuestionWithoutAnAnswerMayComeAgain() {
        let clock = ServiceClock()
        #expect(clock.isDue(at: Self.moment(0), seconds: 300))
        #expect(clock.isDue(at: Self.moment(1), seconds: 300))
        clock.learn(from: Self.header, sent: Self.moment(0), received: Self.moment(1))
        #expect(!clock.isDue(at: Self.moment(2), seconds: 300))
        // After the clock was set, and after a while.
        #expect(clock.isDue(at: Self.moment(2, ahead: 86_400), seconds: 300))
        #expect(clock.isDue(at: Self.moment(301), seconds: 300))
        // Also where the clock was set back for as long as the time that passed.
        #expect(clock.isDue(at: Self.moment(86_400, ahead: -86_400), seconds: 300))
    }

    /// What was told before the clock was wrong for a while is older than what was told meanwhile.
    @Test func aClockThatWasWrongForAWhileIsAskedAfter() throws {
        let clock = ServiceClock()
        clock.learn(from: Self.header, sent: Self.moment(0), received: Self.moment(1))
        #expect(clock.acceptAnswer(at: Self.moment(1)))
        let (sent, received) = (Self.moment(2, ahead: -Self.year), Self.moment(3, ahead: -Self.year))
        clock.learn(from: Self.header, sent: sent, received: received)
        #expect(try #require(clock.offset) > 0)
        #expect(clock.isDue(at: Self.moment(4), seconds: 300))
    }

    /// A request that is parked for long says nothing of the clock, and leaves what is known; one during which the clock is
    /// set does not.
    @Test func aClockThatIsSetDuringARequestIsAskedAfter() {
        let clock = ServiceClock()
        clock.learn(from: Self.header, sent: Self.moment(0), received: Self.moment(1))
        clock.learn(from: Self.header, sent: Self.moment(1), received: Self.moment(121))
        #expect(!clock.isDue(at: Self.moment(122), seconds: 300))
        clock.learn(from: Self.header, sent: Self.moment(123), received: Self.moment(124, ahead: Self.year))
        #expect(clock.isDue(at: Self.moment(125), seconds: 300))
    }

    @Test func anAnswerThatTookLongIsNone() {
        let clock = ServiceClock()
        clock.learn(from: Self.header, sent: Self.moment(0), received: Self.moment(90))
        #expect(!clock.acceptAnswer(at: Self.moment(90)))
        #expect(clock.isDue(at: Self.moment(91), seconds: 300))
        clock.learn(from: Self.header, sent: Self.moment(91), received: Self.moment(92))
        #expect(clock.acceptAnswer(at: Self.moment(92)) && !clock.isDue(at: Self.moment(93), seconds: 300))
    }

    /// It is not asked before each request.
    @Test func aServiceMayPutNoDateOnItsAnswers() {
        let clock = ServiceClock()
        clock.learn(from: nil, sent: Self.moment(0), received: Self.moment(1))
        #expect(clock.acceptAnswer(at: Self.moment(1)) && clock.offset == nil)
        #expect(!clock.isDue(at: Self.moment(2), seconds: 300))
    }
}
