import Foundation
import SwiftData

extension Device {
    /// Everything that the device shows, in words that do not depend on keys.
    func portrait() throws -> [String] {
        let context = context
        var lines: [String] = []
        for shelf in try context.fetch(FetchDescriptor<Shelf>()) {
            lines.append("shelf \(shelf.name) \(shelf.created.timeIntervalSinceReferenceDate)")
            lines.append("shelf \(shelf.name) holds \(shelf.books.map(\.identifier.uuidString))")
        }
        for book in try context.fetch(FetchDescriptor<Book>()) {
            let size = book.size.map { "\($0.width)x\($0.height)" } ?? "-"
            let price = book.price.map { "\($0)" } ?? "-"
            lines.append(
                "book \(book.identifier) \(book.title) \(book.pages) \(price) \(book.isRead) \(book.genre) \(size) "
                    + "\(book.keywords) \(book.scan?.count ?? -1) in \(book.shelf?.name ?? "-") "
                    + "tags \(book.tags.map(\.name)) cover \(book.cover?.color ?? "-")"
            )
        }
        for tag in try context.fetch(FetchDescriptor<Tag>()) {
            let books = tag.books.map(\.identifier.uuidString)
            lines.append("tag \(tag.name) \(tag.color ?? "-") \(books)")
        }
        for cover in try context.fetch(FetchDescriptor<Cover>()) {
            lines.append("cover \(cover.color) of \(cover.book?.identifier.uuidString ?? "-")")
        }
        return lines.sorted()
    }
}
