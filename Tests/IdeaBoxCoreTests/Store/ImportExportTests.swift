import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

@Suite("Import and export")
struct ImportExportTests {
    @Test("JSON and CSV bring a store over whole, the trash included", arguments: [ExchangeFormat.json, .csv])
    func lossless(format: ExchangeFormat) throws {
        var random = SeededGenerator(seed: 20_261_121)
        var ideas = (0..<1_200).map { _ in random.idea() }
        ideas.sort { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
        let text = ExportText(format: format)
        var file = text.head
        for (index, idea) in ideas.enumerated() { file += text.piece(idea, isFirst: index == 0) }
        file += text.tail(isEmpty: false)
        let first = try TestBox().repository()
        #expect(try first.imported(file, format).report == ImportReport(added: 1_200))
        let exported = try first.exported(format)
        #expect(Self.lines(exported) == Self.lines(file))
        let second = try TestBox().repository()
        #expect(try second.imported(exported, format).report == ImportReport(added: 1_200))
        #expect(try second.exported(format) == exported)
        #expect(try second.imported(exported, format).report == ImportReport(unchanged: 1_200))
        #expect(try second.counts().pending == 1_200)
    }

    /// The lines in the order of their text; the comma that parts the objects of JSON does not count.
    private static func lines(_ text: String) -> [[UInt8]] {
        text.utf8.split(separator: UInt8(ascii: "\n"))
            .map { Array($0.last == UInt8(ascii: ",") ? $0.dropLast() : $0) }
            .sorted { $0.lexicographicallyPrecedes($1) }
    }

    @Test("The greatest version comes in and stays, a greater one is refused, and the idea can still be changed")
    func greatestVersion() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let greatest = IdeaRules.maximumVersion
        let tooGreat = #"{"title":"b","version":9223372036854775807}"#
        let found = try repository.imported(#"{"title":"a","version":\#(greatest)}"# + tooGreat)
        #expect(found.report == ImportReport(added: 1, refused: 1))
        #expect(found.refused.map(\.reason) == [.unreadable(field: "version")])
        let id = UUID(ideaTitle: "a", details: "")
        #expect(try repository.edit(id, details: "changed").idea.version == greatest)
        #expect(try repository.setCompleted(true, of: [id]).map(\.idea.version) == [greatest])
        box.clock.advance(seconds: 60)
        let later = ISOTimestamp.text(try repository.snapshot(id).updatedAt.adding(milliseconds: 1))
        let row = #"{"id":"\#(id.text)","title":"a","updatedAt":"\#(later)","version":3}"#
        #expect(try repository.imported(row).report == ImportReport(replaced: 1))
        #expect(try repository.snapshot(id).version == greatest)
        #expect(try repository.syncSummary(id)?.localVersion == greatest)
    }

    @Test("A dry run says what would happen and changes nothing")
    func dryRun() throws {
        let repository = try TestBox().repository()
        let text = """
            [{"title":"a"},{"title":""},{"title":"b"},{"title":"a"},{"id":"x","title":"c"}]
            """
        let dry = try repository.imported(text, isDryRun: true)
        #expect(try repository.counts().all == 0)
        #expect(try repository.events().isEmpty)
        let real = try repository.imported(text)
        #expect(dry.report == real.report && dry.refused == real.refused)
        #expect(real.report == ImportReport(added: 2, unchanged: 1, refused: 2))
        #expect(real.refused.map(\.reason) == [.rule(.titleEmpty), .unreadable(field: "id")])
        #expect(try repository.imported(text, isDryRun: true).report == ImportReport(unchanged: 3, refused: 2))
        #expect(Set(try repository.events()) == ["import"])
    }

    @Test("Of two versions the later one stays, and the other is kept in the history")
    func laterWins() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let id = try repository.create(title: "mine").id
        box.clock.advance(seconds: 100)
        func row(_ title: String, _ seconds: TimeInterval) -> String {
            let date = ISOTimestamp.text(sampleMoment.addingTimeInterval(seconds))
            return "{\"id\":\"\(id.text)\",\"title\":\"\(title)\",\"updatedAt\":\"\(date)\",\"version\":7}"
        }
        #expect(try repository.imported(row("older", -1)).report == ImportReport(unchanged: 1))
        #expect(try repository.imported(row("equal", 0)).report == ImportReport(unchanged: 1))
        #expect(try repository.snapshot(id).title == "mine")
        #expect(try repository.imported(row("later", 1)).report == ImportReport(replaced: 1))
        let idea = try repository.snapshot(id)
        #expect(idea.title == "later" && idea.version == 7)
        #expect(try repository.syncSummary(id)?.localVersion == 7)
        let entry = try repository.history(HistoryFilter(idea: id, event: .imported), IdeaPage()).elements.first
        #expect(entry?.details?.contains("\"title\":\"mine\"") == true)
    }

    @Test("A date in the future becomes now, so that it cannot win for ever")
    func future() throws {
        let repository = try TestBox().repository()
        let row = "{\"title\":\"a\",\"createdAt\":\"2990-01-01\",\"updatedAt\":\"9999-12-31T23:59:59.999Z\"}"
        #expect(try repository.imported(row).report == ImportReport(added: 1, corrected: 1))
        let idea = try #require(try repository.ideas(in: .all, IdeaPage()).elements.first)
        #expect(idea.createdAt == sampleMoment && idea.updatedAt == sampleMoment)
    }

    @Test("An import does not bring back what was deleted")
    func noUndelete() throws {
        let repository = try TestBox().repository()
        _ = try repository.imported("- [ ] Paper boat\n- [x] Kite\n", .markdown)
        let id = UUID(ideaTitle: "Paper boat", details: "")
        _ = try repository.delete([id])
        #expect(try repository.imported("- [ ] Paper boat\n", .markdown).report == ImportReport(unchanged: 1))
        #expect(try repository.titles(.all) == ["Kite"])
    }

    @Test("Markdown and todo.txt hold the living ideas, newest first")
    func texts() throws {
        let box = try TestBox()
        let repository = try box.repository()
        let ids = try box.add("a", "(B) b", "c", "d", to: repository)
        _ = try repository.edit(ids[0], details: "one\ntwo")
        _ = try repository.setCompleted(true, of: [ids[2]])
        _ = try repository.delete([ids[3]])
        #expect(try repository.exported(.markdown) == "- [x] c\n- [ ] (B) b\n- [ ] a\n  one\n  two\n")
        #expect(
            try repository.exported(.todotxt) == """
                x 2026-11-21 2026-11-21 c
                (B) 2026-11-21 b
                2026-11-21 a details:one%0Atwo

                """
        )
    }

    @Test("A file that breaks off leaves whole batches, and importing the mended file adds the rest")
    func interrupted() throws {
        let repository = try TestBox().repository()
        let rows = (0..<1_300).map { "{\"title\":\"\($0)\"}" }
        let broken = "[" + rows.joined(separator: ",") + ",{\"title\":"
        let thrown = #expect(throws: ImportInterrupted.self) { try repository.imported(broken) }
        #expect(thrown?.cause as? UnreadableFile == .endsEarly(line: 1))
        #expect(thrown?.report == ImportReport(added: 1_000))
        #expect(try repository.counts().all == 1_000)
        let whole = "[" + rows.joined(separator: ",") + "]"
        #expect(try repository.imported(whole).report == ImportReport(added: 300, unchanged: 1_000))
    }
}
