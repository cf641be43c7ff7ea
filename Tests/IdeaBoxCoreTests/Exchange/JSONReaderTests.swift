import AppCommons
import Foundation
import Testing

@testable import IdeaBoxCore

@Suite("Reading JSON")
struct JSONReaderTests {
    private func items(_ text: String) throws -> [ImportItem] {
        try JSONImportReader(ByteSource(bytes: text.utf8)).everything()
    }

    @Test("Every field is read, and nothing but the title must be there")
    func fields() throws {
        let text = """
            [
            {"id":"01000000-0000-4000-8000-000000000001","title":"Paper boat","details":"d","isCompleted":true,
             "createdAt":"2026-11-21T03:09:00.123Z","updatedAt":"2026-11-21T03:09:00.124Z","deviceId":"dev",
             "version":7,"lastSyncedAt":null,"deletedAt":"2026-11-21T03:09:00.125Z","other":[1,{"a":"]"}]},
            {"title":"二","description":"舊","isCompleted":1}
            ]
            """
        let full = ImportRow(
            line: 2,
            id: sampleID(1),
            title: "Paper boat",
            details: "d",
            isCompleted: true,
            createdAt: sampleMoment,
            updatedAt: sampleMoment.adding(milliseconds: 1),
            deviceId: "dev",
            version: 7,
            deletedAt: sampleMoment.adding(milliseconds: 2)
        )
        let short = ImportRow(line: 5, title: "二", details: "舊", isCompleted: true)
        #expect(try items(text) == [.row(full), .row(short)])
    }

    @Test(
        "A bad row is refused with its line and reason, and the next one is read",
        arguments: [
            (#"{"details":"x"}"#, RefusalReason.missing(field: "title")),
            (#"{"title":7}"#, .unreadable(field: "title")),
            (#"{"title":"a","id":"zz"}"#, .unreadable(field: "id")), (#"{"title":" "}"#, .rule(.titleEmpty)),
            (#"{"title":"a","createdAt":"soon"}"#, .unreadable(field: "createdAt")), ("7", .notAnObject),
            (#"{"title":"a","isCompleted":2}"#, .unreadable(field: "isCompleted")), (#""a,b]""#, .notAnObject),
            (#"{"title":"a\u0000b"}"#, .rule(.titleHoldsNUL)), (#"{"title":"\ud800"}"#, .unreadable(field: "title")),
            (#"{"title":"a" "b"}"#, .notAnObject), (#"{"title":"a","version":-1}"#, .unreadable(field: "version")),
            (#"{"title":"a","updatedAt":"2026-01-01","createdAt":"2026-01-02"}"#, .rule(.updatedBeforeCreated)),
            (#"{"title":"a","version":9007199254740992}"#, .unreadable(field: "version")),
            (#"{"title":"a","deviceId":""}"#, .unreadable(field: "deviceId")), ("[[[]]]", .notAnObject),
        ]
    )
    func refused(_ element: String, reason: RefusalReason) throws {
        let found = try items("[\n\(element),\n{\"title\":\"next\"}]")
        #expect(found == [.refused(RefusedRow(line: 2, reason: reason)), .row(ImportRow(line: 3, title: "next"))])
    }

    @Test("Bytes that are no text are refused")
    func invalidUTF8() throws {
        let bytes = Array("[{\"title\":\"a".utf8) + [0xff, 0xfe] + Array("\"}]".utf8)
        let found = try JSONImportReader(ByteSource(bytes: bytes)).everything()
        #expect(found == [.refused(RefusedRow(line: 1, reason: .notUTF8))])
    }

    @Test("A byte order mark, an empty list and objects without a list are fine")
    func otherShapes() throws {
        #expect(try items(" [ ] \n").isEmpty)
        #expect(try items("\u{feff}[{\"title\":\"a\"}]").count == 1)
        #expect(try items("{\"title\":\"a\"}\n{\"title\":\"b\"}\n").compactMap(\.row?.line) == [1, 2])
    }

    @Test(
        "What is no list of objects cannot be read on",
        arguments: [
            ("", UnreadableFile.empty), (" \n\t", .empty), ("[", .endsEarly(line: 1)),
            ("[{\"title\":\n\"a\"", .endsEarly(line: 2)),
            ("hello", .notJSON(line: 1)), ("[]x", .notJSON(line: 1)), ("[{}\n{}]", .notJSON(line: 2)),
            ("[{},]", .notJSON(line: 1)), ("[\n,]", .notJSON(line: 2)),
        ]
    )
    func unreadable(_ text: String, error: UnreadableFile) {
        #expect(throws: error) { try items(text) }
    }

    @Test("A row of many megabytes is skipped, and the next one is read")
    func hugeRow() throws {
        let huge = "{\"title\":\"\(String(repeating: "x", count: 3_000_000))\"}"
        let found = try items("[\(huge),{\"title\":\"next\"}]")
        #expect(found.first?.refusal?.reason == .tooLarge(limit: JSONImportReader.maximumRowBytes))
        #expect(found.last?.row?.title == "next")
    }
}

@Suite("Formats that lose nothing")
struct LosslessFormatTests {
    @Test("What is written is read again", arguments: [ExchangeFormat.json, .csv], [1 as UInt64, 20_261_121, 77])
    func roundTrip(format: ExchangeFormat, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let ideas = (0..<300).map { _ in random.idea() }
        let text = ExportText(format: format)
        var file = text.head
        for (index, idea) in ideas.enumerated() { file += text.piece(idea, isFirst: index == 0) }
        file += text.tail(isEmpty: false)
        let items = try format.reader(ByteSource(bytes: file.utf8)).everything()
        #expect(items.count == ideas.count, "seed \(seed)")
        for (item, idea) in zip(items, ideas) {
            let row = try #require(item.row, "seed \(seed) \(item)")
            #expect(row == idea.row(line: row.line), "seed \(seed)")
            #expect(row.title.isSameText(as: idea.title), "seed \(seed)")
            #expect(row.details.isSameText(as: idea.details), "seed \(seed)")
        }
    }

    @Test("CSV: a mark of the format that stands before an accent is still that mark")
    func accents() throws {
        var random = SeededGenerator(seed: 1)
        var idea = random.idea()
        idea.title = "a\"\u{301}"
        idea.details = "b,\u{301}\n\u{301}\"\u{301}"
        let line = ExportText(format: .csv).piece(idea, isFirst: true)
        #expect(line.utf8.starts(with: "\(idea.id.text),\"a\"\"\u{301}\",\"b,\u{301}\n\u{301}\"\"\u{301}\",".utf8))
        let file = ExportText(format: .csv).head + line
        let row = try #require(try CSVImportReader(ByteSource(bytes: file.utf8)).everything().first?.row)
        #expect(row.title.isSameText(as: idea.title))
        #expect(row.details.isSameText(as: idea.details))
    }

    @Test("An export without ideas is a whole file")
    func empty() throws {
        for format in ExchangeFormat.allCases {
            let text = ExportText(format: format)
            let file = text.head + text.tail(isEmpty: true)
            #expect(try format.reader(ByteSource(bytes: file.utf8)).everything().isEmpty)
        }
        #expect(ExportText(format: .json).head + ExportText(format: .json).tail(isEmpty: true) == "[]\n")
    }
}
