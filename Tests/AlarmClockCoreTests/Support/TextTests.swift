import AppCommons
import Foundation
import Testing

@testable import AlarmClockCore

@Suite("Words")
struct TextTests {
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

    @Test(
        "Lengths of time",
        arguments: [(20.0, "less than a minute"), (90, "2 min"), (27_120, "7 h 32 min"), (90_000, "1 d 1 h")]
    )
    func lengths(_ seconds: Double, _ text: String) {
        #expect(AlarmPhrase.book(.english).length(seconds) == text)
    }
}
