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

    @Test("A file that ends early is not taken over by halves")
    func truncated() {
        #expect(throws: UnreadableFile.endsEarly(line: 1)) { try ideas(#"[{"title":"a"},{"title":"b""#) }
    }
}
