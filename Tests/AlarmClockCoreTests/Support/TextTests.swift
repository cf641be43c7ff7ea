import AppCommons
import Foundation
import Testing

@testable import AlarmClockCore

@Suite("Words")
struct TextTests {
    /// Errors of other modules say what they mean, and not the name of a type with a number.
    @Test(
        "Errors without words of their own",
        arguments: [
            (DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no bird")), "no bird"),
            (Odd.colour, "colour"), (CocoaError(.fileReadNoSuchFile), "The file doesn’t exist"),
            (NSError(domain: "garden", code: 7, userInfo: [NSLocalizedDescriptionKey: "No rain."]), "No rain"),
        ] as [(any Error, String)]
    )
    func unknownErrors(_ error: any Error, _ words: String) {
        let text = AlarmPhrase.book(.english).text(for: error)
        #expect(text == words || error is DecodingError && text.contains(words), "\(text)")
    }

    private enum Odd: Error { case colour }

    @Test("Every text in every language, with the same gaps", arguments: Language.allCases)
    func complete(_ language: Language) {
        let english = AlarmPhrase.book(.english)
        let book = AlarmPhrase.book(language)
        for key in AlarmPhrase.allCases {
            let text = book.text(key)
            #expect(text != key.rawValue, "\(key) has no text")
            let gaps = { (text: String) in Set(text.matches(of: /\{[0-9]\}/).map { String($0.output) }) }
            #expect(gaps(text) == gaps(english.text(key)), "\(key): \(text)")
        }
    }

    @Test("The seed's own words for errors")
    func seedWords() {
        let book = AlarmPhrase.book(.simplifiedChinese)
        let error = AlarmClockError.saveFailed(AlarmClockError.constraintViolation(.weekday(8)))
        #expect(book.text(for: error).hasPrefix("保存数据失败: 数据约束违反: 8 不是星期"))
        #expect(error.errorDescription?.isEmpty == false && error.recoverySuggestion?.isEmpty == false)
    }

    @Test("A full disk says what uses it and what can go")
    func storage() {
        let part = StorageUse.Part(path: "/data/old.backup", bytes: 5_000_000, canGo: true)
        let error = AlarmClockError.insufficientStorage(StorageUse(free: 40_000, parts: [part]))
        let book = AlarmPhrase.book(.english)
        #expect(book.text(for: error) == "There is no room left to save (0.04 MB free)")
        #expect(book.advice(for: error).hasSuffix("/data/old.backup takes 5.0 MB and can be removed"))
    }

    @Test("Errors call things as a person does, and not as the program", arguments: Language.allCases)
    func names(_ language: Language) {
        let book = AlarmPhrase.book(language)
        let fields = [
            "label", "volume", "name", "category", "icon", "templateDescription", "time", "frequency", "scenario",
        ]
        let range = { (field: String) in
            AlarmRuleViolation.outOfRange(field: field, value: "61", lowest: 1, highest: 60)
        }
        for text in fields.flatMap({ field in
            [
                book.text(for: range(field)), book.text(for: .textHoldsNUL(field: field)),
                book.text(for: .templateTextTooLong(field: field, count: 2_000, limit: 1_024)),
            ]
        }) {
            let words = text.replacing("AlarmClock", with: "").replacing("NUL", with: "")
            let isWord = language == .english ? /[a-z][A-Z]/ : /[A-Za-z]/
            #expect(words.firstMatch(of: isWord) == nil, "\(text)")
        }
        let snooze = book.text(for: range("snoozeMinutes"))
        #expect(!snooze.contains("snoozeMinutes") && ["1", "60", "61"].allSatisfy(snooze.contains))
        #expect(CommandProblem.snoozeRange(61).text(book) == snooze)
        let unknown = CommandProblem.snoozeRange(nil).text(book)
        #expect(unknown.contains("60") && !unknown.contains("61") && !snooze.contains("MINUTES"))
    }

    @Test(
        "Lengths of time",
        arguments: [(20.0, "less than a minute"), (90, "2 min"), (27_120, "7 h 32 min"), (90_000, "1 d 1 h")]
    )
    func lengths(_ seconds: Double, _ text: String) {
        #expect(AlarmPhrase.book(.english).length(seconds) == text)
    }
}
