import Foundation
import SwiftData

extension Device {
    /// Everything that the device shows and a layout carries, in words that do not depend on keys.
    ///
    /// Apple's layout carries neither places in lists nor parts of milliseconds.
    func portrait(_ layout: CloudRecordLayout = .plain) throws -> [String] {
        let context = context
        func list(_ names: [String]) -> [String] { layout == .plain ? names : names.sorted() }
        func seconds(_ date: Date) -> Double {
            let seconds = date.timeIntervalSinceReferenceDate
            return layout == .plain ? seconds : (seconds * 1_000).rounded() / 1_000
        }
        var lines: [String] = []
        for shelf in try context.fetch(FetchDescriptor<Shelf>()) {
            lines.append("shelf \(shelf.name) \(seconds(shelf.created))")
            lines.append("shelf \(shelf.name) holds \(list(shelf.books.map(\.identifier.uuidString)))")
        }
        for book in try context.fetch(FetchDescriptor<Book>()) {
            let size = book.size.map { "\($0.width)x\($0.height)" } ?? "-"
            let price = book.price.map { "\($0)" } ?? "-"
            lines.append(
                "book \(book.identifier) \(book.title) \(book.pages) \(price) \(book.isRead) \(book.genre) \(size) "
                    + "\(book.keywords) \(book.scan?.count ?? -1) in \(book.shelf?.name ?? "-") "
                    + "tags \(list(book.tags.map(\.name))) cover \(book.cover?.color ?? "-")"
            )
        }
        for tag in try context.fetch(FetchDescriptor<Tag>()) {
            let books = list(tag.books.map(\.identifier.uuidString))
            lines.append("tag \(tag.name) \(tag.color ?? "-") \(books)")
        }
        for cover in try context.fetch(FetchDescriptor<Cover>()) {
            lines.append("cover \(cover.color) of \(cover.book?.identifier.uuidString ?? "-")")
        }
        return lines.sorted()
    }
}
