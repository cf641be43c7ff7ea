import Foundation
import SwiftData

/// What a library holds, read by models that nobody has touched.
struct LibraryLook {
    private(set) var graph = Graph()

    /// Properties that no two versions share the value of, and that go over the wire as they are.
    static let texts: Set<String> = ["title", "note", "text", "color"]

    init(_ app: MirrorApp) throws {
        let context = ModelContext(app.modelContainer)
        for shelf in try context.fetch(FetchDescriptor<Shelf>()) {
            graph.add(shelf.key, ["title": shelf.title])
            graph.lists[shelf.key + " books"] = shelf.books.map(\.key)
        }
        for book in try context.fetch(FetchDescriptor<Book>()) { add(book) }
        for remark in try context.fetch(FetchDescriptor<Remark>()) {
            graph.add(remark.key, ["text": remark.text, "book": remark.book.key])
        }
        for label in try context.fetch(FetchDescriptor<Label>()) {
            graph.add(label.name, ["color": label.color ?? Graph.nothing])
            graph.lists[label.name + " books"] = label.books.map(\.key)
        }
    }

    private mutating func add(_ book: Book) {
        graph.add(
            book.key,
            [
                "title": book.title, "pages": "\(book.pages)", "note": book.note ?? Graph.nothing,
                "shelf": book.shelf?.key ?? Graph.nothing, "labels": "\(book.labels.map(\.name).sorted())",
            ]
        )
        graph.lists[book.key + " remarks"] = book.remarks.map(\.key)
        graph.lists[book.key + " labels"] = book.labels.map(\.name)
    }
}
