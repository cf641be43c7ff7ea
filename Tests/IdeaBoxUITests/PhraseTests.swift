import AppCommons
import Foundation
import Testing

@testable import IdeaBoxCore
@testable import IdeaBoxUI

/// The words of the screens in three languages.
@Suite("Phrases")
struct PhraseTests {
    private static func gaps(_ text: String) -> Set<String> {
        Set(text.matches(of: /\{[0-9]\}/).map { String($0.output) })
    }

    @Test("Every text is there, with the same gaps in each language", arguments: Language.allCases)
    func complete(_ language: Language) {
        let phrases = Phrases(language)
        let english = Phrases(.english)
        for phrase in Phrase.allCases {
            #expect(phrases(phrase) != phrase.rawValue, "\(phrase) in \(language)")
            #expect(Self.gaps(phrases(phrase)) == Self.gaps(english(phrase)), "\(phrase) in \(language)")
        }
    }

    @Test("The seeds' own wording stands where they give one")
    func seeds() {
        let phrases = Phrases(.traditionalChinese)
        #expect(phrases(.allIdeas) == "所有靈感")
        #expect(phrases(.newIdea) == "新增靈感")
        #expect(phrases(.searchPrompt) == "搜尋靈感")
        #expect(phrases(.completed) == "已完成")
        #expect(phrases(.open) == "未完成")
        #expect(phrases(.toggleHint) == "點擊以切換完成狀態")
        #expect(phrases.text(for: .deleted("風箏")) == "靈感已刪除：風箏")
    }

    @Test("Counts have their forms, and digits their groups")
    func plurals() {
        #expect(Phrases(.english)(.countIdeas, count: 1) == "1 idea")
        #expect(Phrases(.english)(.countIdeas, count: 1_234_567) == "1,234,567 ideas")
        #expect(Phrases(.simplifiedChinese)(.countIdeas, count: 1) == "1 个灵感")
        #expect(Phrases(.english).number(-1_000) == "−1,000")
        #expect(Phrases(.english).number(999) == "999")
    }

    @Test(
        "A locale has its language",
        arguments: [
            ("zh_Hant_TW", Language.traditionalChinese), ("zh_TW", .traditionalChinese), ("zh_CN", .simplifiedChinese),
            ("zh-Hans", .simplifiedChinese), ("de_DE", .english), ("en", .english),
        ]
    )
    func locales(_ identifier: String, _ language: Language) {
        #expect(Phrases(Locale(identifier: identifier)).language == language)
    }

    @Test("Every problem and event has words that name no command", arguments: Language.allCases)
    func problems(_ language: Language) {
        let phrases = Phrases(language)
        for kind in SyncProblem.Kind.allCases {
            let text = phrases.text(for: SyncProblem(kind, reason: "a field"))
            #expect(!text.isEmpty)
            #expect(!text.contains("ideabox "), "\(kind) in \(language)")
        }
        for event in LogEvent.allCases { #expect(!phrases.text(for: event).isEmpty) }
        #expect(phrases.text(forEvent: "of a newer version") == "of a newer version")
        #expect(phrases.text(for: IdeaBoxError.rule(.titleEmpty)).last.map { ".。".contains($0) } == true)
    }
}
