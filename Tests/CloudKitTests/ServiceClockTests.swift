import Foundation
import Testing

@testable import CloudKit

/// What the dates of answers tell of the device's clock.
@Suite struct ServiceClockTests {
    private static let header = "Sat, 21 Nov 2026 03:09:00 GMT"
    private static let time = Date(timeIntervalSince1970: 1_795_230_540)

    /// The clock was set while the request was on its way: that is no reason to take it for right.
    @Test func anAnswerThatTookLongSaysNothing() throws {
        let clock = ServiceClock()
        clock.note(Self.header, sent: Self.time - 120, received: Self.time + 400)
        #expect(clock.offset == nil)
        clock.note(Self.header, sent: Self.time + 1, received: Self.time - 400)
        #expect(clock.offset == nil)
        clock.note(Self.header, sent: Self.time + 400, received: Self.time + 401)
        #expect(abs(try #require(clock.offset) + 400) <= 3)
        clock.note(Self.header, sent: Self.time - 10, received: Self.time + ServiceClock.longest)
        #expect(abs(try #require(clock.offset) + 400) <= 3)
    }

    /// Who has asked and got no answer asks again, as does each of several who ask at once.
    @Test func aQuestionWithoutAnAnswerMayComeAgain() {
        let clock = ServiceClock()
        #expect(clock.isDue(now: Self.time, seconds: 300))
        #expect(clock.isDue(now: Self.time + 1, seconds: 300))
        clock.note(Self.header, sent: Self.time, received: Self.time + 1)
        #expect(!clock.isDue(now: Self.time + 2, seconds: 300))
        // After the clock was set, and after a while.
        #expect(clock.isDue(now: Self.time + 86_400, seconds: 300))
        #expect(clock.isDue(now: Self.time + 301, seconds: 300))
    }

    @Test func anAnswerThatTookLongIsNone() {
        let clock = ServiceClock()
        clock.note(Self.header, sent: Self.time, received: Self.time + 90)
        #expect(!clock.noteAnswer(now: Self.time + 90))
        #expect(clock.isDue(now: Self.time + 91, seconds: 300))
        clock.note(Self.header, sent: Self.time + 91, received: Self.time + 92)
        #expect(clock.noteAnswer(now: Self.time + 92) && !clock.isDue(now: Self.time + 93, seconds: 300))
    }

    /// It is not asked before each request.
    @Test func aServiceMayPutNoDateOnItsAnswers() {
        let clock = ServiceClock()
        clock.note(nil, sent: Self.time, received: Self.time + 1)
        #expect(clock.noteAnswer(now: Self.time + 1) && clock.offset == nil)
        #expect(!clock.isDue(now: Self.time + 2, seconds: 300))
    }
}
