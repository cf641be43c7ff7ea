import Foundation
import SwiftData

/// What a library holds, read by models that nobody has touched.
struct LibraryLook {
    private(set) var graph = Graph()

    /// Properties that no two versions share the value of, and that go over the wire as they are.
    static let texts: Set<String> = ["title", "note", "text", "color", "label"]

    /// What a store shows by the models of a version of the app.
    init<Models: LibraryModels>(_ container: ModelContainer, _ models: Models.Type) throws {
        let context = ModelContext(container)
        for shelf in try context.fetch(FetchDescriptor<Models.Shelf>()) {
            graph.add(shelf.key, ["title": shelf.title])
            graph.lists[shelf.key + " books"] = shelf.books.map(\.key)
        }
        for book in try context.fetch(FetchDescriptor<Models.Book>()) { add(book, models) }
        for remark in try context.fetch(FetchDescriptor<Models.Remark>()) {
            graph.add(remark.key, ["text": remark.text, "book": remark.book.key])
        }
        for label in try context.fetch(FetchDescriptor<Models.Label>()) {
            graph.add(label.name, ["color": label.color ?? Graph.nothing])
            graph.lists[label.name + " books"] = label.books.map(\.key)
        }
    }

    private mutating func add<Models: LibraryModels>(_ book: Models.Book, _ models: Models.Type) {
        var properties = [
            "title": book.title, "pages": "\(book.pages)", "note": book.note ?? Graph.nothing,
            "shelf": book.shelf?.key ?? Graph.nothing, "labels": "\(book.labels.map(\.name).sorted())",
        ]
        for value in Models.Book.values { properties[value.rawValue] = book.text(value) }
        graph.add(book.key, properties)
        graph.lists[book.key + " remarks"] = book.remarks.map(\.key)
        graph.lists[book.key + " labels"] = book.labels.map(\.name)
    }
}
