import Testing

@testable import SwiftData

@Suite("Full text: words")
struct FullTextTokensTests {
    @Test func `plain text passes unchanged`() {
        #expect(FullTextTokens.indexForm(of: "Paper boat, 2nd regatta!") == "Paper boat, 2nd regatta!")
        #expect(FullTextTokens.indexForm(of: "Ärger über Öl") == "Ärger über Öl")
        #expect(FullTextTokens.indexForm(of: "") == "")
    }

    @Test func `characters without spaces between words become pairs`() {
        func words(_ text: String) -> [Substring] { FullTextTokens.indexForm(of: text).split(separator: " ") }
        #expect(words("日记本") == ["日记", "记本", "本"])
        #expect(words("纸") == ["纸"])
        #expect(words("IdeaBox日记 v2") == ["IdeaBox", "日记", "记", "v2"])
        #expect(words("カメラ") == ["カメ", "メラ", "ラ"])
        #expect(words("ｶﾒﾗ") == ["カメ", "メラ", "ラ"])
        #expect(words("ＡＢＣ") == ["ABC"])
        #expect(words("한국") == ["한국", "국"])
    }

    @Test func `queries quote everything`() {
        #expect(FullTextQuery("paper boat").matchExpression == "\"paper\" AND \"boat\" *")
        #expect(FullTextQuery("日记本").matchExpression == "\"日记 记本\"")
        #expect(FullTextQuery("日").matchExpression == "\"日\" *")
        #expect(FullTextQuery("a日记b").terms == [.word("a"), .run("日记"), .beginning("b")])
        #expect(
            FullTextQuery("NOT \"a\"* OR (b-c)").terms == [
                .word("NOT"), .word("a"), .word("OR"), .word("b"), .beginning("c"),
            ]
        )
        #expect(FullTextQuery("done ").terms == [.beginning("done")])
        #expect(FullTextQuery("  \"*()-!?  ").isEmpty)
        #expect(FullTextQuery(String(repeating: "word ", count: 1_000)).terms.count == FullTextQuery.termLimit)
    }

    @Test func `unsaved objects are judged alike`() {
        let texts: [String?] = ["Crème brûlée", nil, "日记本 2026"]
        func finds(_ text: String) -> Bool { FullTextQuery(text).matches(texts) }
        #expect(finds("creme") && finds("CRÈME bru") && finds("记本") && finds("日") && finds("2026 crème"))
        #expect(!finds("creme bru rum") && !finds("本日") && !finds("rulée") && !finds("") && !finds("crem brûlée"))
    }
}
