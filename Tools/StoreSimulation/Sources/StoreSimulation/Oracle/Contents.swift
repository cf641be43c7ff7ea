/// What a store holds, as plain values: rows by their numbers, links once each.
struct Contents: Equatable {
    /// A property that one save writes as a whole.
    enum Attribute: String, Codable, CaseIterable, Sendable {
        case title, pages, rating, day, mood, isOpen, cover, scan
    }

    struct BookRow: Equatable {
        /// Each value by a text that stands for it; see ``ValueText``.
        var attributes: [Attribute: String] = [:]
        var coded = CodedValues()
        var shelf: Int?
        var labels: Set<Int> = []
        var slip: Int?
        /// In the second version of the models alone.
        var year: Int?
    }

    struct ItemRow: Equatable {
        var name: String
        /// nil for a row of the root class.
        var watts: Int?
        var place: Int?
    }

    /// A token is known by its code; a row that comes after another one of that code went is another row all the same.
    struct TokenRow: Equatable {
        var value: Int
        var row: Int

        static func == (lhs: TokenRow, rhs: TokenRow) -> Bool { lhs.value == rhs.value }
    }

    var shelves: [Int: String] = [:]
    var books: [Int: BookRow] = [:]
    /// The book of each chapter.
    var chapters: [Int: Int?] = [:]
    var labels: Set<Int> = []
    var slips: Set<Int> = []
    var items: [Int: ItemRow] = [:]
    var tokens: [Int: TokenRow] = [:]

    func books(ofShelf shelf: Int) -> Set<Int> { Set(books.filter { $0.value.shelf == shelf }.keys) }
    func chapters(ofBook book: Int) -> Set<Int> { Set(chapters.filter { $0.value == book }.keys) }
    func books(ofLabel label: Int) -> Set<Int> { Set(books.filter { $0.value.labels.contains(label) }.keys) }
    func book(ofSlip slip: Int) -> Int? { books.first { $0.value.slip == slip }?.key }

    /// The numbers of an entity's rows, in order.
    func numbers(_ entity: Entity) -> [Int] {
        switch entity {
        case .shelf: shelves.keys.sorted()
        case .book: books.keys.sorted()
        case .chapter: chapters.keys.sorted()
        case .label: labels.sorted()
        case .slip: slips.sorted()
        case .item: items.keys.sorted()
        case .token: tokens.keys.sorted()
        }
    }
}

/// An entity of the simulated store.
enum Entity: String, Codable, CaseIterable, Sendable {
    case shelf, book, chapter, label, slip, item, token
}

/// The attributes that are merged by their parts.
struct CodedValues: Equatable, Sendable {
    enum Kind: String, Codable, CaseIterable, Sendable { case scores, tags, detail }

    var scores: [String: Int] = [:]
    var tags: Set<String> = []
    var detail = Detail(width: 0, notes: "")

    /// Replaces one of them by that of another value.
    mutating func copy(_ kind: Kind, from other: CodedValues) {
        switch kind {
        case .scores: scores = other.scores
        case .tags: tags = other.tags
        case .detail: detail = other.detail
        }
    }

    /// Carries over one of them what changed from `base` to `mine`.
    mutating func merge(_ kind: Kind, base: CodedValues, mine: CodedValues) {
        switch kind {
        case .scores:
            for key in Set(base.scores.keys).union(mine.scores.keys) where base.scores[key] != mine.scores[key] {
                scores[key] = mine.scores[key]
            }
        case .tags:
            tags.subtract(base.tags.subtracting(mine.tags))
            tags.formUnion(mine.tags.subtracting(base.tags))
        case .detail:
            if base.detail.width != mine.detail.width { detail.width = mine.detail.width }
            if base.detail.notes != mine.detail.notes { detail.notes = mine.detail.notes }
        }
    }

    func text(_ kind: Kind) -> String {
        switch kind {
        case .scores: scores.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ",")
        case .tags: tags.sorted().joined(separator: ",")
        case .detail: "\(detail.width) \(detail.notes)"
        }
    }
}

/// Values as texts by which the oracle, an object and a column are compared.
enum ValueText {
    static let null = "null"
    static func text(_ value: Int?) -> String { value.map { "\($0)" } ?? null }
    static func text(_ value: Double) -> String { "\(value)" }
    static func text(_ value: String) -> String { "'\(value)'" }
    static func text(_ value: Bool) -> String { value ? "1" : "0" }
    /// The text that stands in its own description.
    static func content(_ text: String) -> String { String(text.dropFirst().dropLast()) }
}

extension Contents {
    /// The first differences from what was expected, in words; nil where there are none.
    func difference(from expected: Contents) -> String? {
        var lines: [String] = []
        func compare<Row: Equatable>(_ name: String, _ found: [Int: Row], _ expected: [Int: Row]) {
            for number in Set(found.keys).union(expected.keys).sorted() where found[number] != expected[number] {
                switch (found[number], expected[number]) {
                case (nil, let row?): lines.append("\(name) \(number) is missing: \(row)")
                case (let row?, nil): lines.append("\(name) \(number) should not be there: \(row)")
                case (let row?, let meant?): lines.append("\(name) \(number) is \(row) and should be \(meant)")
                default: break
                }
            }
        }
        func table(_ set: Set<Int>) -> [Int: Bool] { Dictionary(uniqueKeysWithValues: set.map { ($0, true) }) }
        compare("shelf", shelves, expected.shelves)
        compareBooks(expected, &lines)
        compare("chapter", chapters, expected.chapters)
        compare("label", table(labels), table(expected.labels))
        compare("slip", table(slips), table(expected.slips))
        compare("item", items, expected.items)
        compare("token", tokens, expected.tokens)
        return lines.isEmpty ? nil : lines.prefix(6).joined(separator: "; ")
    }

    private func compareBooks(_ expected: Contents, _ lines: inout [String]) {
        for number in Set(books.keys).union(expected.books.keys).sorted() where books[number] != expected.books[number]
        {
            guard let found = books[number] else {
                lines.append("book \(number) is missing")
                continue
            }
            guard let meant = expected.books[number] else {
                lines.append("book \(number) should not be there")
                continue
            }
            func note(_ name: String, _ found: String, _ meant: String) {
                if found != meant { lines.append("\(name) of book \(number) is \(found) and should be \(meant)") }
            }
            for attribute in Attribute.allCases {
                note(attribute.rawValue, found.attributes[attribute] ?? "", meant.attributes[attribute] ?? "")
            }
            for kind in CodedValues.Kind.allCases {
                note(kind.rawValue, found.coded.text(kind), meant.coded.text(kind))
            }
            note("shelf", ValueText.text(found.shelf), ValueText.text(meant.shelf))
            note("year", ValueText.text(found.year), ValueText.text(meant.year))
            note("slip", ValueText.text(found.slip), ValueText.text(meant.slip))
            note("labels", "\(found.labels.sorted())", "\(meant.labels.sorted())")
        }
    }
}
