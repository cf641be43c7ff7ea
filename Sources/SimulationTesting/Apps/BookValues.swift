import CloudKit
import Foundation

/// Kinds of books: an enum goes over the wire as its raw value.
enum Genre: String, Codable, CaseIterable {
    case novel, poem, play
    /// Not known to the first version of the app.
    case essay
}

/// A value that goes over the wire as JSON.
struct BookSize: Codable, Hashable {
    var width: Int
    var height: Int
}

/// The properties of a book that have a type of their own each: one of every kind that is mirrored.
package enum BookValue: String, CaseIterable, Hashable, Sendable {
    case genre, price, bought, size, keywords, scores, cover, scan, identifier

    static let inFirstVersion: [BookValue] = [.genre, .price, .bought, .size, .keywords]

    /// Values that follow from a number: no two numbers make the same, but for genres.
    fileprivate enum Made {
        static func bought(_ number: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(number) * 1_000) }
        static func price(_ number: Int) -> Double { Double(number) + 0.5 }
        static func size(_ number: Int) -> BookSize { BookSize(width: number, height: number + 1) }
        static func keywords(_ number: Int) -> [String] { ["k\(number)", "all"] }
        static func scores(_ number: Int) -> [String: Int] { ["s\(number)": number, "all": 1] }
        static func cover(_ number: Int) -> Data { Data("cover \(number)".utf8) }

        /// More bytes than a field of a record holds, so that it goes as a file.
        static func scan(_ number: Int) -> Data {
            let head = Data("scan \(number);".utf8)
            return head + Data(repeating: UInt8(truncatingIfNeeded: number), count: 70_000 - head.count)
        }

        static func identifier(_ number: Int) -> UUID? {
            UUID(uuidString: "00000000-0000-4000-8000-" + String(1_000_000_000_000 + number).dropFirst())
        }
    }

    /// What the property says in a record, by the names and forms of Documentation/mirroring.md.
    func text(_ record: CKRecord) -> String {
        switch self {
        case .genre: record["genre"] as? String ?? Graph.nothing
        case .price: (record["price"] as? Double).map { "\($0)" } ?? Graph.nothing
        case .bought: Self.text(record["bought"] as? Date)
        case .size: Self.text(Self.json(record["size"], as: BookSize.self))
        case .keywords: Self.json(record["keywords"], as: [String].self).map(Self.text) ?? Graph.nothing
        case .scores: Self.text(Self.json(record["scores"], as: [String: Int].self) ?? [:])
        case .cover: Self.text(record["cover"] as? Data)
        case .scan: Self.text(Self.file(record["scan_ckAsset"]))
        case .identifier: (record["identifier"] as? String)?.uppercased() ?? Graph.nothing
        }
    }

    fileprivate static func text(_ date: Date?) -> String {
        date.map { "\($0.timeIntervalSinceReferenceDate)" } ?? Graph.nothing
    }

    fileprivate static func text(_ size: BookSize?) -> String {
        size.map { "\($0.width)x\($0.height)" } ?? Graph.nothing
    }

    fileprivate static func text(_ words: [String]) -> String { "\(words)" }

    fileprivate static func text(_ scores: [String: Int]) -> String {
        "\(scores.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" })"
    }

    /// The words at the beginning, and how many bytes there are.
    fileprivate static func text(_ data: Data?) -> String {
        guard let data else { return Graph.nothing }
        return "\(String(decoding: data.prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)) \(data.count)"
    }

    private static func json<Value: Decodable>(_ field: (any CKRecordValueProtocol)?, as type: Value.Type) -> Value? {
        guard let text = field as? String else { return nil }
        return try? JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private static func file(_ field: (any CKRecordValueProtocol)?) -> Data? {
        guard let url = (field as? CKAsset)?.fileURL else { return nil }
        return try? Data(contentsOf: url)
    }
}

extension FirstLibrary.Book {
    static var values: [BookValue] { BookValue.inFirstVersion }

    func text(_ value: BookValue) -> String {
        switch value {
        case .genre: genre.rawValue
        case .price: "\(price)"
        case .bought: BookValue.text(bought)
        case .size: BookValue.text(size)
        case .keywords: BookValue.text(keywords)
        case .scores, .cover, .scan, .identifier: Graph.nothing
        }
    }

    func change(_ value: BookValue, to number: Int) {
        switch value {
        case .genre: genre = [.novel, .poem, .play][number % 3]
        case .price: price = BookValue.Made.price(number)
        case .bought: bought = BookValue.Made.bought(number)
        case .size: size = BookValue.Made.size(number)
        case .keywords: keywords = BookValue.Made.keywords(number)
        case .scores, .cover, .scan, .identifier: break
        }
    }
}

extension Book {
    static var values: [BookValue] { BookValue.allCases }

    func text(_ value: BookValue) -> String {
        switch value {
        case .genre: genre.rawValue
        case .price: "\(price)"
        case .bought: BookValue.text(bought)
        case .size: BookValue.text(size)
        case .keywords: BookValue.text(keywords)
        case .scores: BookValue.text(scores)
        case .cover: BookValue.text(cover)
        case .scan: BookValue.text(scan)
        case .identifier: identifier?.uuidString ?? Graph.nothing
        }
    }

    func change(_ value: BookValue, to number: Int) {
        switch value {
        case .genre: genre = Genre.allCases[number % Genre.allCases.count]
        case .price: price = BookValue.Made.price(number)
        case .bought: bought = BookValue.Made.bought(number)
        case .size: size = BookValue.Made.size(number)
        case .keywords: keywords = BookValue.Made.keywords(number)
        case .scores: scores = BookValue.Made.scores(number)
        case .cover: cover = BookValue.Made.cover(number)
        case .scan: scan = BookValue.Made.scan(number)
        case .identifier: identifier = BookValue.Made.identifier(number)
        }
    }
}
