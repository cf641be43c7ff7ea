import Foundation
import Testing

@testable import IdeaBoxCore

@Suite("Dates as text")
struct TimestampTests {
    @Test("The form of the specification")
    func form() {
        #expect(ISOTimestamp.text(sampleMoment) == "2026-11-21T03:09:00.123Z")
        #expect(ISOTimestamp.dayText(sampleMoment) == "2026-11-21")
        #expect(ISOTimestamp.date("2026-11-21T03:09:00.123Z") == sampleMoment)
    }

    @Test("What is below a millisecond is cut off, once")
    func cutting() {
        let date = Date(timeIntervalSinceReferenceDate: 816_923_340.123_9)
        #expect(ISOTimestamp.text(date).hasSuffix(".123Z"))
        #expect(date.cutToMilliseconds.cutToMilliseconds == date.cutToMilliseconds)
    }

    @Test("Before 1970 the text still counts forwards")
    func beforeTheEpoch() {
        #expect(ISOTimestamp.text(Date(millisecondsSince1970: -1)) == "1969-12-31T23:59:59.999Z")
        #expect(ISOTimestamp.date("0001-01-01T00:00:00Z") == ISOTimestamp.representable.lowerBound)
    }

    @Test(
        "Other writers' forms are read",
        arguments: [
            ("2026-11-21T03:09:00Z", 0), ("2026-11-21T03:09:00.1Z", 100), ("2026-11-21 03:09:00.123456789Z", 123),
            ("2026-11-21T05:09:00+02:00", 0), ("2026-11-20T21:39:00-0530", 0),
        ]
    )
    func otherForms(_ text: String, milliseconds: Int64) {
        #expect(ISOTimestamp.date(text) == sampleMoment.adding(milliseconds: milliseconds - 123))
    }

    @Test(
        "What is no date is none",
        arguments: [
            "", "2026", "2026-13-01", "2026-02-30", "2025-02-29", "2026-11-21T24:00:00Z", "2026-11-21T03:09Z",
            "2026-11-21T03:09:00", "2026-11-21T03:09:00Zx", "26-11-21", "2026-11-21T03:09:00+99:00", "yesterday",
            "２０２６-11-21", "0000-01-01",
        ]
    )
    func noDate(_ text: String) {
        #expect(ISOTimestamp.date(text) == nil)
    }

    @Test("Every millisecond goes there and back, and agrees with Foundation", arguments: [7, 20_261_121])
    func roundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let foundation = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        for _ in 0..<2_000 {
            let moment = Int64.random(in: -62_000_000_000_000...253_000_000_000_000, using: &random)
            let date = Date(millisecondsSince1970: moment)
            let text = ISOTimestamp.text(date)
            #expect(ISOTimestamp.date(text) == date, "seed \(seed)")
            // Half a millisecond more: Foundation cuts the binary fraction, which may lie just below.
            if date.millisecondsSince1970 > -12_000_000_000_000 {
                #expect(date.addingTimeInterval(0.000_3).formatted(foundation) == text, "seed \(seed)")
            }
        }
    }
}

@Suite("The stamp of a change")
struct HybridStampTests {
    @Test("It follows the clock")
    func clock() {
        #expect(HybridStamp.next(now: sampleMoment) == sampleMoment)
        #expect(HybridStamp.next(now: sampleMoment, after: sampleMoment.adding(milliseconds: -5), nil) == sampleMoment)
    }

    @Test("It is later than every version seen, even when the clock was set back a year")
    func clockSetBack() {
        let seen = sampleMoment.adding(milliseconds: 365 * 86_400_000)
        #expect(HybridStamp.next(now: sampleMoment, after: seen) == seen.adding(milliseconds: 1))
        #expect(HybridStamp.next(now: sampleMoment, after: sampleMoment) == sampleMoment.adding(milliseconds: 1))
    }
}
