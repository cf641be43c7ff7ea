import Testing

@testable import IdeaBoxCore

@Suite("The rules for ideas")
struct IdeaRulesTests {
    @Test("White space alone is no title", arguments: ["", " ", "\t\n", "\u{3000}\u{a0}"])
    func emptyTitle(_ title: String) {
        #expect(throws: IdeaRuleViolation.titleEmpty) { try IdeaRules.check(title: title) }
    }

    @Test("A title may have 256 characters, whatever they are made of", arguments: ["a", "靈", "é", "e\u{301}", "🇹🇼"])
    func titleAtTheLimit(_ character: String) throws {
        try IdeaRules.check(title: String(repeating: character, count: 256))
        #expect(throws: IdeaRuleViolation.titleTooLong(characters: 257)) {
            try IdeaRules.check(title: String(repeating: character, count: 257))
        }
    }

    @Test("A title may take 4 KiB")
    func titleBytes() throws {
        let family = "👩‍👩‍👧‍👦"
        #expect(family.utf8.count == 25)
        try IdeaRules.check(title: String(repeating: family, count: 163))
        #expect(throws: IdeaRuleViolation.titleTooLarge(bytes: 4_100)) {
            try IdeaRules.check(title: String(repeating: family, count: 164))
        }
    }

    @Test("One letter under thousands of accents is one character, and still too large")
    func stackedAccents() {
        let zalgo = "z" + String(repeating: "\u{301}", count: 5_000)
        #expect(zalgo.count == 1)
        #expect(throws: IdeaRuleViolation.titleTooLarge(bytes: 10_001)) { try IdeaRules.check(title: zalgo) }
    }

    @Test("Details may have 4,096 characters and take 64 KiB")
    func detailsLimits() throws {
        try IdeaRules.check(details: "")
        try IdeaRules.check(details: String(repeating: "靈", count: 4_096))
        #expect(throws: IdeaRuleViolation.detailsTooLong(characters: 4_097)) {
            try IdeaRules.check(details: String(repeating: "靈", count: 4_097))
        }
        #expect(throws: IdeaRuleViolation.detailsTooLarge(bytes: 65_537)) {
            try IdeaRules.check(details: String(repeating: "a", count: 65_537))
        }
    }

    @Test("NUL is refused in both")
    func nul() {
        #expect(throws: IdeaRuleViolation.titleHoldsNUL) { try IdeaRules.check(title: "a\0b") }
        #expect(throws: IdeaRuleViolation.detailsHoldNUL) { try IdeaRules.check(details: "\0") }
    }
}
