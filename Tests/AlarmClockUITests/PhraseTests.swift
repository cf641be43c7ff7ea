import AppCommons
import Foundation
import TestSupport
import Testing

@testable import AlarmClockCore
@testable import AlarmClockUI

/// The words of the screens in three languages, and times as countries write them.
@Suite("Phrases of AlarmClock")
struct PhraseTests {
    private static let locales = ["en_GB", "zh_TW", "zh_CN"]

    private static func phrases(_ identifier: String) -> Phrases { Phrases(Locale(identifier: identifier)) }

    private static func gaps(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{[0-9]\}/).map { String($0.output) })
    }

    @Test("Every text is there, with the same gaps in each language", arguments: locales)
    func complete(_ locale: String) {
        let (phrases, english) = (Self.phrases(locale), Self.phrases("en"))
        for phrase in Phrase.allCases {
            #expect(phrases(phrase) != phrase.rawValue, "\(phrase) in \(locale)")
            #expect(Self.gaps(phrases(phrase)) == Self.gaps(english(phrase)), "\(phrase) in \(locale)")
        }
    }

    @Test("Why a step of sync failed is said in the reader's words", arguments: locales)
    func syncFailures(_ locale: String) {
        let phrases = Self.phrases(locale)
        for problem in SyncPicture.Problem.allCases {
            #expect(phrases.text(for: SyncPicture.Problem.Failure(problem: problem)) == phrases.text(for: problem))
        }
    }

    @Test("No character of one Chinese script strays into the other")
    func scripts() {
        #expect(Self.characters(of: Phrases.traditionalChinese, changedBy: "Hans-Hant") == [])
        #expect(Self.characters(of: Phrases.simplifiedChinese, changedBy: "Hant-Hans") == [])
        #expect(Self.characters(of: Phrases.traditionalChinese, changedBy: "Hant-Hans").count > 50)
    }

    private static func characters(of table: [Phrase: String], changedBy name: String) -> Set<Character> {
        let transform = StringTransform(name)
        return Set(table.values.joined()).filter {
            String($0).applyingTransform(transform, reverse: false) != String($0)
        }
    }

    @Test(
        "Times are written as the reader's country does",
        arguments: [("en_GB", "07:30"), ("en_US", "7:30 AM"), ("zh_TW", "清晨7:30"), ("zh_CN", "07:30")]
    )
    func times(_ locale: String, _ text: String) throws {
        let time = try #require(ClockTime("07:30"))
        // Some versions of the locale data put a narrow space before AM.
        #expect(Self.phrases(locale).time(time).replacing("\u{202f}", with: " ") == text)
    }

    @Test("Moments are told by the distance of their days on the device's clock")
    func moments() throws {
        let zone = try ZoneDatabase(folder: ZoneFiles.folder).zone("Asia/Taipei")
        // Sunday, 2026-11-22, 23:59 in Taipei.
        let now = Date(timeIntervalSince1970: 1_795_363_140)
        let phrases = Self.phrases("en_GB")
        let told = [0, 60, 2 * 86_400, 10 * 86_400, 60 * 86_400].map { phrases.moment(now + $0, zone: zone, now: now) }
        #expect(told == ["today 23:59", "tomorrow 00:00", "Tue 23:59", "2 Dec 23:59", "21 Jan 2027 23:59"])
    }

    @Test("Errors have words with a way out, and counts have their forms", arguments: locales)
    func errors(_ locale: String) {
        let phrases = Self.phrases(locale)
        let errors: [any Error] = [
            AlarmClockError.constraintViolation(.labelTooLong(count: 300, limit: 256)),
            AlarmClockError.unknownTimeZone("Moon/Base"), CommandProblem.daemonNotRunning, CommandProblem.noPlayer,
        ]
        for error in errors {
            #expect(phrases.text(for: error).last.map { ".。".contains($0) } == true, "\(phrases.text(for: error))")
        }
        #expect(Self.phrases("en")(.countAlarms, count: 1) == "1 alarm")
        #expect(Self.phrases("en")(.countAlarms, count: 2) == "2 alarms")
        #expect(Set(Tone.allCases.map(phrases.text)).count == Tone.allCases.count)
        #expect(Set(SyncPicture.State.allCases.map(phrases.text)).count == SyncPicture.State.allCases.count)
        #expect(Set(SyncPicture.Problem.allCases.map(phrases.text)).count == SyncPicture.Problem.allCases.count)
    }
}
