import Foundation
import SwiftData

/// A person at a device with a library.
///
/// Each deed is one save.
struct LibraryPerson {
    unowned let world: World
    let app: MirrorApp
    let look: LibraryLook

    private typealias Property = LibraryTale.Property

    func act() throws {
        let context = ModelContext(app.modelContainer)
        switch world.random.number(1...100) {
        case 1...10: try makeShelf(context)
        case 11...30: try makeBook(context)
        case 31...50: try changeBook(context)
        case 51...58: try moveBook(context)
        case 59...62: try reorder(context)
        case 63...74: try link(context)
        case 75...79: try cut(context)
        case 80...87: try makeRemark(context)
        case 88...92: try changeLabel(context)
        default: try delete(context)
        }
    }

    // MARK: What the tale is told

    private func any<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws -> Model? {
        pick(try context.fetch(FetchDescriptor<Model>()))
    }

    private func pick<Item>(_ items: [Item]) -> Item? {
        items.isEmpty ? nil : items[world.random.number(0...(items.count - 1))]
    }

    /// A value that nobody has written before.
    private func fresh(_ letter: String) -> String { "\(letter)\(world.library.count)" }

    private func tell(_ words: String) { world.note("d\(app.device.number) \(words)") }

    private func wrote(_ object: String, _ properties: [String: String], isNew: Bool = false) {
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
            let seen = isNew ? nil : look.graph.objects[object]?[name]
            let property = Property(object, name)
            let number = app.device.number
            let isKnown = world.library.write(property, value, seen: seen, device: number)
            // A book is shown on no shelf until its shelf has come, too: that is nobody's word.
            if !isKnown, let seen, name != "shelf" || seen != Graph.nothing {
                let words = "d\(number) shows \(property) as \(seen), which nobody wrote"
                world.report(Violation(.exactlyOnce, words))
            }
            tell("writes \(property) = \(value)")
        }
    }

    private func made(_ object: String, _ properties: [String: String]) {
        world.library.make(object)
        tell("makes \(object)")
        wrote(object, properties, isNew: true)
    }

    // MARK: Deeds

    private func makeShelf(_ context: ModelContext) throws {
        let (key, title) = (fresh("s"), fresh("v"))
        context.insert(Shelf(key: key, title: title))
        try context.save()
        made(key, ["title": title])
    }

    private func makeBook(_ context: ModelContext) throws {
        let book = Book(key: fresh("b"), title: fresh("v"))
        if world.random.flip() { book.pages = world.library.count + 1 }
        if world.random.flip() { book.note = fresh("n") }
        context.insert(book)
        if !world.random.once(in: 4), let shelf = try any(Shelf.self, context) {
            shelf.books.insert(book, at: world.random.number(0...shelf.books.count))
        }
        try context.save()
        made(
            book.key,
            [
                "title": book.title, "pages": "\(book.pages)", "note": book.note ?? Graph.nothing,
                "shelf": book.shelf?.key ?? Graph.nothing,
            ]
        )
    }

    private func changeBook(_ context: ModelContext) throws {
        guard let book = try any(Book.self, context) else { return try makeBook(context) }
        var changes: [String: String] = [:]
        if world.random.flip() {
            book.title = fresh("v")
            changes["title"] = book.title
        }
        if world.random.once(in: 3) {
            book.pages = world.library.count + 1
            changes["pages"] = "\(book.pages)"
        }
        if changes.isEmpty || world.random.once(in: 4) {
            book.note = world.random.once(in: 6) ? nil : fresh("n")
            changes["note"] = book.note ?? Graph.nothing
        }
        if book.note == look.graph.objects[book.key]?["note"] { changes["note"] = nil }
        try context.save()
        wrote(book.key, changes)
    }

    private func moveBook(_ context: ModelContext) throws {
        guard let book = try any(Book.self, context) else { return try makeBook(context) }
        let shelf = world.random.once(in: 5) ? nil : try any(Shelf.self, context)
        guard shelf !== book.shelf else { return try changeBook(context) }
        book.shelf = shelf
        try context.save()
        wrote(book.key, ["shelf": shelf?.key ?? Graph.nothing])
    }

    private func reorder(_ context: ModelContext) throws {
        guard let shelf = try any(Shelf.self, context), shelf.books.count > 1 else { return try makeShelf(context) }
        var books = shelf.books
        books.swapAt(0, world.random.number(1...(books.count - 1)))
        shelf.books = books
        try context.save()
        tell("reorders \(shelf.key)")
    }

    /// Puts a label on a book, perhaps one of a name that another device makes too.
    private func link(_ context: ModelContext) throws {
        guard let book = try any(Book.self, context) else { return try makeBook(context) }
        let name = "l\(world.random.number(0...5))"
        let known = try context.fetch(FetchDescriptor<Label>()).first { $0.name == name }
        let label = known ?? Label(name: name, color: fresh("c"))
        guard !book.labels.contains(where: { $0 === label }) else { return try changeBook(context) }
        book.labels.append(label)
        try context.save()
        if known == nil { made(name, ["color": label.color ?? Graph.nothing]) }
        world.library.linked.insert(.init(book.key, name))
        tell("puts \(name) on \(book.key)")
    }

    private func cut(_ context: ModelContext) throws {
        let books = try context.fetch(FetchDescriptor<Book>()).filter { !$0.labels.isEmpty }
        guard let book = pick(books), let label = pick(book.labels) else { return try link(context) }
        book.labels.removeAll { $0 === label }
        try context.save()
        world.library.cut.insert(.init(book.key, label.name))
        tell("takes \(label.name) from \(book.key)")
    }

    private func makeRemark(_ context: ModelContext) throws {
        guard let book = try any(Book.self, context) else { return try makeBook(context) }
        let remark = Remark(key: fresh("r"), text: fresh("v"), book: book)
        context.insert(remark)
        try context.save()
        made(remark.key, ["text": remark.text, "book": book.key])
    }

    private func changeLabel(_ context: ModelContext) throws {
        guard let label = try any(Label.self, context) else { return try link(context) }
        label.color = fresh("c")
        try context.save()
        wrote(label.name, ["color": label.color ?? Graph.nothing])
    }

    /// Deletes something, and with it what its delete rules name.
    private func delete(_ context: ModelContext) throws {
        var gone: Set<String> = []
        switch world.random.number(0...5) {
        case 0:
            guard let shelf = try any(Shelf.self, context) else { return }
            gone = Set([shelf.key] + shelf.books.map(\.key) + shelf.books.flatMap { $0.remarks.map(\.key) })
            context.delete(shelf)
        case 1:
            guard let label = try any(Label.self, context) else { return }
            gone = [label.name]
            context.delete(label)
        case 2:
            guard let remark = try any(Remark.self, context) else { return }
            gone = [remark.key]
            context.delete(remark)
        default:
            guard let book = try any(Book.self, context) else { return }
            gone = Set([book.key] + book.remarks.map(\.key))
            context.delete(book)
        }
        try context.save()
        world.library.deleted.formUnion(gone)
        tell("deletes \(gone.sorted().joined(separator: " "))")
    }
}
