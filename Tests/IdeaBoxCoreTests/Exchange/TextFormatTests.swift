import AppCommons
import Foundation
import Testing

@testable import IdeaBoxCore

private func items(_ format: ExchangeFormat, _ text: String) throws -> [ImportItem] {
    try format.reader(ByteSource(bytes: text.utf8)).everything()
}

@Suite("Reading CSV")
struct CSVReaderTests {
    @Test("Quoted fields hold commas, line ends and quotation marks; columns may come in any order")
    func quoting() throws {
        let text = "Description,other, TITLE \r\n\"a,\"\"b\"\"\r\nc\",1,5\" pipe\n,2,\"x\"\n\n"
        #expect(
            try items(.csv, text) == [
                .row(ImportRow(line: 2, title: "5\" pipe", details: "a,\"b\"\r\nc")),
                .row(ImportRow(line: 4, title: "x")),
            ]
        )
    }

    @Test("Bad rows are refused, and the others are read")
    func refused() throws {
        let text = "title,isCompleted,version\na\nb,maybe,\n,true,\nc,x,3\nd,,-1\n\"open,,\n"
        #expect(
            try items(.csv, text) == [
                .refused(RefusedRow(line: 2, reason: .columns(found: 1, expected: 3))),
                .refused(RefusedRow(line: 3, reason: .unreadable(field: "isCompleted"))),
                .refused(RefusedRow(line: 4, reason: .rule(.titleEmpty))),
                .row(ImportRow(line: 5, title: "c", isCompleted: true, version: 3)),
                .refused(RefusedRow(line: 6, reason: .unreadable(field: "version"))),
                .refused(RefusedRow(line: 7, reason: .openQuote)),
            ]
        )
    }

    @Test("A file without a title column is not read")
    func noTitle() {
        #expect(throws: UnreadableFile.noTitleColumn) { try items(.csv, "a,b\n1,2\n") }
        #expect(throws: UnreadableFile.empty) { try items(.csv, "") }
        #expect(throws: UnreadableFile.empty) { try items(.csv, "\r\n\n") }
    }

    @Test("A quotation mark that is never closed costs a megabyte at most, not the memory")
    func endlessQuote() throws {
        let text = "title\n\"" + String(repeating: "line\n", count: 500_000)
        let found = try items(.csv, text)
        #expect(found.first?.refusal == RefusedRow(line: 2, reason: .tooLarge(limit: 1_048_576)))
        #expect(found.count > 200_000)
    }
}

@Suite("Reading Markdown checklists")
struct MarkdownReaderTests {
    @Test("Items, details, headings and strangers")
    func checklist() throws {
        let text = """
            # Ideas

            - [ ] Paper boat
              fold it
              
              sail it
            * [x] Kite
            1. [X] Lantern

            Some words
            - plain
            - [ ]
            + [ ] last
            \ttabbed
            """
        #expect(
            try items(.markdown, text) == [
                .row(ImportRow(line: 3, title: "Paper boat", details: "fold it\n\nsail it")),
                .row(ImportRow(line: 7, title: "Kite", isCompleted: true)),
                .row(ImportRow(line: 8, title: "Lantern", isCompleted: true)),
                .refused(RefusedRow(line: 10, reason: .notAnItem)), .refused(RefusedRow(line: 11, reason: .notAnItem)),
                .refused(RefusedRow(line: 12, reason: .rule(.titleEmpty))),
                .row(ImportRow(line: 13, title: "last", details: "tabbed")),
            ]
        )
    }

    @Test("Title, details and state survive", arguments: [5 as UInt64, 6, 7])
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let pieces = SeededGenerator.plainPieces + ["\n", "\n\n", "- [ ] y"]
        for _ in 0..<300 {
            var idea = random.idea(pieces)
            idea.title = idea.title.onOneLine
            let text = ExportText(format: .markdown).piece(idea, isFirst: true)
            let row = try #require(try items(.markdown, text).first?.row, "seed \(seed)")
            #expect(row.title == idea.title, "seed \(seed)")
            #expect(row.details == idea.details, "seed \(seed)")
            #expect(row.isCompleted == idea.isCompleted, "seed \(seed)")
        }
    }
}

@Suite("Reading todo.txt")
struct TodoTxtReaderTests {
    private func day(_ text: String) -> Date? { ISOTimestamp.date(text) }

    @Test("Done, priority, days and text")
    func lines() throws {
        let text = """
            x 2026-11-21 2026-11-20 Paper boat +regatta @pond
            (A) 2026-11-19 Kite details:a%20b%0Ac
            Lantern

            x Done without a day
            xylophone
            """
        #expect(
            try items(.todotxt, text) == [
                .row(
                    ImportRow(
                        line: 1,
                        title: "Paper boat +regatta @pond",
                        isCompleted: true,
                        createdAt: day("2026-11-20"),
                        updatedAt: day("2026-11-21")
                    )
                ),
                .row(ImportRow(line: 2, title: "(A) Kite", details: "a b\nc", createdAt: day("2026-11-19"))),
                .row(ImportRow(line: 3, title: "Lantern")),
                .row(ImportRow(line: 5, title: "Done without a day", isCompleted: true)),
                .row(ImportRow(line: 6, title: "xylophone")),
            ]
        )
    }

    @Test("Title, details, state and days survive", arguments: [8 as UInt64, 9, 10])
    func roundTrip(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var idea = random.idea()
            idea.title = idea.title.onOneLine
            let text = ExportText(format: .todotxt).piece(idea, isFirst: true)
            let row = try #require(try items(.todotxt, text).first?.row, "seed \(seed) \(text)")
            // A last word that looks like our own word for details is read as such.
            guard !idea.title.contains("details:") else { continue }
            #expect(row.title == idea.title, "seed \(seed)")
            #expect(row.details.isSameText(as: idea.details), "seed \(seed)")
            #expect(row.isCompleted == idea.isCompleted, "seed \(seed)")
            #expect(row.createdAt.map(ISOTimestamp.dayText) == ISOTimestamp.dayText(idea.createdAt), "seed \(seed)")
        }
    }
}

@Suite("Reading lines")
struct LineReaderTests {
    @Test("Lines are the same however the bytes arrive, and a long one is cut")
    func cutting() throws {
        let long = String(repeating: "x", count: 600_000)
        var reader = LineReader(ByteSource(bytes: "\u{feff}a\r\n\(long)\n\nlast".utf8), limit: 1_000)
        var lines: [LineReader.Line] = []
        while let line = try reader.next() { lines.append(line) }
        #expect(lines.map(\.number) == [1, 2, 3, 4])
        #expect(lines.map(\.isCut) == [false, true, false, false])
        #expect(lines.map { $0.bytes.count } == [2, 1_000, 0, 4])
        #expect(lines.first?.text == "a")
    }

    @Test(
        "A format is told by the ending",
        arguments: [
            ("a.JSON", ExchangeFormat.json), ("b.csv", .csv), ("c.d.md", .markdown), ("todo.txt", .todotxt),
            ("x.jsonl", .json),
        ]
    )
    func endings(_ name: String, format: ExchangeFormat) {
        #expect(ExchangeFormat(fileName: name) == format)
        #expect(ExchangeFormat(fileName: "picture.png") == nil)
    }
}
