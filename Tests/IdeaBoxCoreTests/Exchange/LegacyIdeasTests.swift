import AppCommons
import Foundation
import Testing

@testable import IdeaBoxCore

@Suite("Ideas of the first version")
struct LegacyIdeasTests {
    private func ideas(_ text: String) throws -> LegacyIdeas {
        try LegacyIdeas(ByteSource(bytes: text.utf8))
    }

    @Test("The seven sample ideas are read")
    func samples() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Fixtures/ideas.json")
        let legacy = try LegacyIdeas(ByteSource(path: file.path))
        #expect(legacy.rows.count == 7)
        #expect(legacy.broken.isEmpty)
        #expect(legacy.rows.filter(\.isCompleted).count == 2)
        #expect(Set(legacy.rows.map(\.id)).count == 7)
    }

    @Test("Ids are kept, others follow from the text, and equal or repeated entries stay apart")
    func ids() throws {
        let text = """
            [{"id":"01000000-0000-4000-8000-000000000001","title":"a"},{"title":"b"},{"title":"b"},
             {"id":"01000000-0000-4000-8000-000000000001","title":"c"}]
            """
        let legacy = try ideas(text)
        #expect(
            legacy.rows.map(\.id) == [
                sampleID(1), UUID(ideaTitle: "b", details: ""), UUID(ideaTitle: "b", details: "", occurrence: 2),
                UUID(ideaTitle: "c", details: ""),
            ]
        )
        #expect(try ideas(text) == legacy)
    }

    @Test("A broken entry is named by place and reason, and the others are read")
    func broken() throws {
        let legacy = try ideas(#"[{"title":"a"},{"description":"x"},7,{"title":" "},{"title":"b","isCompleted":true}]"#)
        #expect(legacy.rows.map(\.title) == ["a", "b"])
        #expect(
            legacy.broken == [
                .init(index: 2, reason: .missing(field: "title")), .init(index: 3, reason: .notAnObject),
                .init(index: 4, reason: .rule(.titleEmpty)),
            ]
        )
    }

    @Test("A file of more entries than are taken over is refused as a whole, and says so")
    func tooMany() {
        let rows = Array(repeating: #"{"title":"a"}"#, count: LegacyIdeas.maximumCount + 1)
        #expect(throws: UnreadableFile.tooMany(limit: 100_000)) { try ideas("[\(rows.joined(separator: ","))]") }
        let words = Messages(language: .english)
            .text(for: MigrationFailure.unreadable(.tooMany(limit: 100_000)), file: "ideas.json")
        #expect(words == "ideas.json has more than 100000 entries, and at most that many are taken over from one file")
    }

    @Test("A file that ends early is not taken over by halves")
    func truncated() {
        #expect(throws: UnreadableFile.endsEarly(line: 1)) { try ideas(#"[{"title":"a"},{"title":"b""#) }
    }
}
