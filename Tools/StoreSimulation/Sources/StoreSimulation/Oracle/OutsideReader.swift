import Foundation
import GRDBSQLite

/// Reads a store's file by plain SQL, as any program could: nothing of the library under test takes part but its
/// access to files, which checks the sums of pages.
final class OutsideReader {
    private let handle: OpaquePointer
    private let support: URL
    /// The number of each row by its key, where it was read.
    private(set) var numbers: [Entity: [Int64: Int]] = [:]

    /// What SQLite or the file said.
    struct Failure: Error, CustomStringConvertible {
        let code: Int32
        let description: String
    }

    init(_ url: URL) throws {
        support = url.deletingLastPathComponent().appendingPathComponent(".\(url.lastPathComponent)_SUPPORT")
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(url.path, &handle, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, "swiftdata")
        guard let handle, code == SQLITE_OK else {
            sqlite3_close_v2(handle)
            throw Failure(code: code, description: "the file cannot be opened: \(code)")
        }
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    // MARK: Statements

    typealias Row = OpaquePointer

    func rows(_ sql: String, _ body: (Row) throws -> Void) throws {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure(sql)
        }
        defer { sqlite3_finalize(statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(statement)
            case SQLITE_DONE: return
            default: throw failure(sql)
            }
        }
    }

    private func failure(_ sql: String) -> Failure {
        let message = String(cString: sqlite3_errmsg(handle))
        return Failure(code: sqlite3_extended_errcode(handle), description: "\(message) (\(sql))")
    }

    private static func integer(_ row: Row, _ column: Int32) -> Int? {
        sqlite3_column_type(row, column) == SQLITE_NULL ? nil : Int(sqlite3_column_int64(row, column))
    }

    private static func text(_ row: Row, _ column: Int32) -> String {
        sqlite3_column_text(row, column).map { String(cString: $0) } ?? ""
    }

    private static func data(_ row: Row, _ column: Int32) -> Data {
        guard let bytes = sqlite3_column_blob(row, column) else { return Data() }
        return Data(bytes: bytes, count: Int(sqlite3_column_bytes(row, column)))
    }

    // MARK: Contents

    /// Everything that the tables hold, read in one transaction.
    func contents() throws -> Contents {
        try rows("BEGIN") { _ in }
        defer { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
        var contents = Contents()
        // A power cut may leave a file that was never made.
        if try isEmpty() { return contents }
        let names = try columnNames()
        try read("Shelf", names.shelf, .shelf) { contents.shelves[$1] = Self.text($0, 2) }
        try read("Label", "number", .label) { contents.labels.insert($1) }
        try read("Slip", "number", .slip) { contents.slips.insert($1) }
        try readBooks(&contents, title: names.book, hasYear: names.hasYear)
        try read("Chapter", "book", .chapter) { row, number in
            contents.chapters[number] = .some(try self.target(row, 2, .book, "chapter \(number)"))
        }
        try rows("SELECT \"Book\", \"labels\" FROM \"Book_labels\"") { row in
            guard let book = try target(row, 0, .book, "a pair"), let label = try target(row, 1, .label, "a pair")
            else {
                throw Failure(code: 0, description: "a pair of a book and a label has one side only")
            }
            contents.books[book]?.labels.insert(label)
        }
        try read("Item", "name, watts, place, entity", .item) { row, number in
            contents.items[number] = Contents.ItemRow(
                name: Self.text(row, 2),
                watts: Self.integer(row, 3),
                place: try self.target(row, 4, .shelf, "item \(number)")
            )
        }
        try rows("SELECT code, value FROM Token") {
            let value = Self.integer($0, 1) ?? -1
            contents.tokens[Self.integer($0, 0) ?? -1] = Contents.TokenRow(value: value, row: -1)
        }
        return contents
    }

    private func isEmpty() throws -> Bool {
        var count = 0
        try rows("SELECT count(*) FROM sqlite_schema") { count = Self.integer($0, 0) ?? 0 }
        return count == 0
    }

    private func read(_ table: String, _ columns: String, _ entity: Entity, _ body: (Row, Int) throws -> Void) throws {
        numbers[entity] = [:]
        try rows("SELECT pk, number, \(columns) FROM \(table)") { row in
            let number = Self.integer(row, 1) ?? -1
            numbers[entity]?[sqlite3_column_int64(row, 0)] = number
            try body(row, number)
        }
    }

    private func target(_ row: Row, _ column: Int32, _ entity: Entity, _ holder: String) throws -> Int? {
        guard sqlite3_column_type(row, column) != SQLITE_NULL else { return nil }
        guard let number = numbers[entity]?[sqlite3_column_int64(row, column)] else {
            throw Failure(code: 0, description: "\(holder) links to a \(entity.rawValue) that is not there")
        }
        return number
    }

    /// What the names of shelves and the titles of books are called in this version of the models.
    private func columnNames() throws -> (shelf: String, book: String, hasYear: Bool) {
        var isSecond = false
        try rows("SELECT 1 FROM pragma_table_info('Book') WHERE name = 'heading'") { _ in isSecond = true }
        return isSecond ? ("sign", "heading", true) : ("name", "title", false)
    }

    private func readBooks(_ contents: inout Contents, title: String, hasYear: Bool) throws {
        let columns =
            "\(title), pages, rating, day, mood, isOpen, cover, scan, detail, scores, tags, shelf, slip\(hasYear ? ", year" : "")"
        try read("Book", columns, .book) { row, number in
            var book = Contents.BookRow()
            book.attributes = [
                .title: ValueText.text(Self.text(row, 2)),
                .pages: ValueText.text(Self.integer(row, 3)),
                .rating: ValueText.text(sqlite3_column_double(row, 4)),
                .day: ValueText.text(sqlite3_column_double(row, 5)),
                .mood: ValueText.text(Self.text(row, 6)),
                .isOpen: ValueText.text(Self.integer(row, 7) == 1),
                .cover: SeededData.describe(Self.data(row, 8)),
                .scan: try self.scan(row, 9),
            ]
            book.coded = try Self.coded(row)
            book.shelf = try self.target(row, 13, .shelf, "book \(number)")
            book.slip = try self.target(row, 14, .slip, "book \(number)")
            if hasYear { book.year = Self.integer(row, 15) }
            contents.books[number] = book
        }
    }

    /// A large value lies in a file beside the store, which the column names.
    private func scan(_ row: Row, _ column: Int32) throws -> String {
        switch sqlite3_column_type(row, column) {
        case SQLITE_NULL: return ValueText.null
        case SQLITE_TEXT:
            let name = Self.text(row, column).dropFirst("file:".count)
            let file = support.appendingPathComponent(String(name))
            guard let data = try? Data(contentsOf: file) else { return "a file that is gone" }
            return SeededData.describe(data)
        default: return SeededData.describe(Self.data(row, column))
        }
    }

    private static func coded(_ row: Row) throws -> CodedValues {
        let decoder = JSONDecoder()
        var coded = CodedValues()
        coded.detail = try decoder.decode(Detail.self, from: Data(text(row, 10).utf8))
        coded.scores = try decoder.decode([String: Int].self, from: Data(text(row, 11).utf8))
        let tags = try decoder.decode([String].self, from: Data(text(row, 12).utf8))
        coded.tags = Set(tags)
        guard coded.tags.count == tags.count else {
            throw Failure(code: 0, description: "a tag is there twice: \(tags)")
        }
        return coded
    }

    // MARK: Order

    private static let orders: [(kind: Oracle.ListName.Kind, owner: Entity, member: Entity, sql: String)] = [
        (.booksOfShelf, .shelf, .book, "SELECT shelf, pk FROM Book WHERE shelf NOT NULL ORDER BY 1, shelf_order"),
        (.chapters, .book, .chapter, "SELECT book, pk FROM Chapter WHERE book NOT NULL ORDER BY 1, book_order"),
        (.labels, .book, .label, "SELECT \"Book\", labels FROM \"Book_labels\" ORDER BY 1, labels_order"),
        (.booksOfLabel, .label, .book, "SELECT labels, \"Book\" FROM \"Book_labels\" ORDER BY 1, \"Book_order\""),
    ]

    /// The members of lists in their order, after the contents were read.
    func listOrders() throws -> [Oracle.ListName: [Int]] {
        var lists: [Oracle.ListName: [Int]] = [:]
        if try isEmpty() { return lists }
        for (kind, owner, member, sql) in Self.orders {
            try rows(sql) { row in
                guard let list = try target(row, 0, owner, "a member"),
                    let number = try target(row, 1, member, "a list")
                else { return }
                lists[.init(kind: kind, owner: list), default: []].append(number)
            }
        }
        return lists
    }

    // MARK: Structure

    private static let orderChecks = [
        "SELECT shelf, shelf_order FROM Book WHERE shelf NOT NULL GROUP BY 1, 2 HAVING count(*) > 1",
        "SELECT book, book_order FROM Chapter WHERE book NOT NULL GROUP BY 1, 2 HAVING count(*) > 1",
        "SELECT Book, labels_order FROM Book_labels GROUP BY 1, 2 HAVING count(*) > 1",
        "SELECT labels, Book_order FROM Book_labels GROUP BY 1, 2 HAVING count(*) > 1",
        "SELECT slip, 0 FROM Book WHERE slip NOT NULL GROUP BY 1 HAVING count(*) > 1",
    ]

    /// What is wrong with places in lists and with links; `isThorough` reads every page and index, too.
    func problems(isThorough: Bool) throws -> [String] {
        var problems: [String] = []
        if try isEmpty() { return [] }
        for check in Self.orderChecks {
            try rows(check) { row in
                problems.append("two members have one place, \(Self.text(row, 0)) \(Self.text(row, 1)): \(check)")
            }
        }
        try rows("PRAGMA foreign_key_check") { problems.append("a row of \(Self.text($0, 0)) links to nothing") }
        guard isThorough else { return problems }
        try rows("PRAGMA integrity_check(5)") { row in
            let text = Self.text(row, 0)
            if text != "ok" { problems.append(text) }
        }
        return problems
    }
}
