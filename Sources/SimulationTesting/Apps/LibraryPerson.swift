import Foundation
import SwiftData

/// A person at a device with a library.
///
/// Each deed is one save.
struct LibraryPerson<Models: LibraryModels> {
    unowned let world: World
    let app: MirrorApp
    let look: LibraryLook

    typealias Shelf = Models.Shelf
    typealias Book = Models.Book
    typealias Remark = Models.Remark
    typealias Label = Models.Label
    private typealias Property = LibraryTale.Property

    /// Does something, if what it is done to is there.
    func perform(_ action: PersonAction) throws {
        let context = ModelContext(app.modelContainer)
        switch action {
        case .makeShelf(let key): try makeShelf(key, context)
        case .makeBook(let key, let hasPages, let hasNote, let shelf, let position):
            try makeBook(key, (hasPages, hasNote), (shelf, position), context)
        case .changeBook(let key, let title, let pages, let note):
            try changeBook(key, (title, pages, note), context)
        case .changeValue(let value, let key): try changeValue(value, key, context)
        case .moveBook(let key, let shelf): try moveBook(key, shelf, context)
        case .reorderShelf(let key, let position): try reorder(key, position, context)
        case .addLabel(let name, let book): try link(name, book, context)
        case .removeLabel(let name, let book): try cut(name, book, context)
        case .makeRemark(let key, let book): try makeRemark(key, book, context)
        case .changeLabel(let name): try changeLabel(name, context)
        case .deleteObject(let key): try delete(key, context)
        default: break
        }
    }

    private func book(_ key: String, _ context: ModelContext) throws -> Book? {
        try context.fetch(FetchDescriptor<Book>()).first { $0.key == key }
    }

    private func shelf(_ key: String, _ context: ModelContext) throws -> Shelf? {
        try context.fetch(FetchDescriptor<Shelf>()).first { $0.key == key }
    }

    private func label(_ name: String, _ context: ModelContext) throws -> Label? {
        try context.fetch(FetchDescriptor<Label>()).first { $0.name == name }
    }

    // MARK: What the tale is told

    /// A value that nobody has written before.
    func fresh(_ letter: String) -> String { "\(letter)\(world.library.count)" }

    private var writer: TaleWriter {
        TaleWriter(world: world, device: app.device.number, tale: \.library, shown: look.graph)
    }

    private func log(_ words: String) { writer.log(words) }

    private func wrote(_ object: String, _ properties: [String: String]) {
        // A book is shown on no shelf until its shelf has come, too: that is nobody's word.
        writer.wrote(object, properties) { name, value in name == "shelf" && value == Graph.nothing }
    }

    private func made(_ object: String, _ properties: [String: String]) { writer.made(object, properties) }

    // MARK: Deeds

    private func makeShelf(_ key: String, _ context: ModelContext) throws {
        let title = fresh("v")
        context.insert(Shelf(key: key, title: title))
        try context.save()
        made(key, ["title": title])
    }

    private func makeBook(
        _ key: String,
        _ has: (pages: Bool, note: Bool),
        _ place: (shelf: String?, position: Int),
        _ context: ModelContext
    ) throws {
        let book = Book(key: key, title: fresh("v"))
        if has.pages { book.pages = world.library.count + 1 }
        if has.note { book.note = fresh("n") }
        context.insert(book)
        if let key = place.shelf, let shelf = try shelf(key, context) {
            shelf.books.insert(book, at: min(place.position, shelf.books.count))
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

    private func changeBook(
        _ key: String,
        _ parts: (title: Bool, pages: Bool, note: PersonAction.NoteChange),
        _ context: ModelContext
    ) throws {
        guard let book = try book(key, context) else { return }
        var changes: [String: String] = [:]
        if parts.title {
            book.title = fresh("v")
            changes["title"] = book.title
        }
        if parts.pages {
            book.pages = world.library.count + 1
            changes["pages"] = "\(book.pages)"
        }
        if parts.note != .unchanged {
            book.note = parts.note == .removed ? nil : fresh("n")
            changes["note"] = book.note ?? Graph.nothing
        }
        if book.note == look.graph.objects[book.key]?["note"] { changes["note"] = nil }
        // A form assigns all of its fields, also those in which nothing was changed.
        (book.title, book.pages, book.note) = (book.title, book.pages, book.note)
        try context.save()
        wrote(book.key, changes)
    }

    private func changeValue(_ value: BookValue, _ key: String, _ context: ModelContext) throws {
        guard let book = try book(key, context), Book.values.contains(value) else { return }
        world.library.assume(Book(key: "", title: "").text(value), of: Property(key, value.rawValue))
        book.change(value, to: world.library.count + 1)
        try context.save()
        wrote(key, [value.rawValue: book.text(value)])
    }

    private func moveBook(_ key: String, _ target: String?, _ context: ModelContext) throws {
        guard let book = try book(key, context) else { return }
        let found = try target.flatMap { try shelf($0, context) }
        guard found !== book.shelf, target == nil || found != nil else { return }
        book.shelf = found
        try context.save()
        wrote(book.key, ["shelf": found?.key ?? Graph.nothing])
    }

    private func reorder(_ key: String, _ position: Int, _ context: ModelContext) throws {
        guard let shelf = try shelf(key, context), shelf.books.count > position, position > 0 else { return }
        var books = shelf.books
        books.swapAt(0, position)
        shelf.books = books
        try context.save()
        log("reorders \(shelf.key)")
    }

    /// Puts a label on a book, perhaps one of a name that another device makes too.
    private func link(_ name: String, _ key: String, _ context: ModelContext) throws {
        guard let book = try book(key, context) else { return }
        let known = try label(name, context)
        let label = known ?? Label(name: name, color: fresh("c"))
        guard !book.labels.contains(where: { $0 === label }) else { return }
        book.labels.append(label)
        try context.save()
        if known == nil { made(name, ["color": label.color ?? Graph.nothing]) }
        world.library.linked.insert(.init(book.key, name))
        log("puts \(name) on \(book.key)")
    }

    private func cut(_ name: String, _ key: String, _ context: ModelContext) throws {
        guard let book = try book(key, context) else { return }
        guard let label = book.labels.first(where: { $0.name == name }) else { return }
        book.labels.removeAll { $0 === label }
        try context.save()
        world.library.cut.insert(.init(book.key, label.name))
        log("takes \(label.name) from \(book.key)")
    }

    private func makeRemark(_ key: String, _ bookKey: String, _ context: ModelContext) throws {
        guard let book = try book(bookKey, context) else { return }
        let remark = Remark(key: key, text: fresh("v"), book: book)
        context.insert(remark)
        try context.save()
        made(remark.key, ["text": remark.text, "book": book.key])
    }

    private func changeLabel(_ name: String, _ context: ModelContext) throws {
        guard let label = try label(name, context) else { return }
        label.color = fresh("c")
        try context.save()
        wrote(label.name, ["color": label.color ?? Graph.nothing])
    }

    /// Deletes something, and with it what its delete rules name.
    private func delete(_ key: String, _ context: ModelContext) throws {
        var gone: Set<String> = []
        if let shelf = try shelf(key, context) {
            gone = Set([shelf.key] + shelf.books.map(\.key) + shelf.books.flatMap { $0.remarks.map(\.key) })
            context.delete(shelf)
        } else if let label = try label(key, context) {
            gone = [label.name]
            context.delete(label)
        } else if let book = try book(key, context) {
            gone = Set([book.key] + book.remarks.map(\.key))
            context.delete(book)
        } else if let remark = try context.fetch(FetchDescriptor<Remark>()).first(where: { $0.key == key }) {
            gone = [remark.key]
            context.delete(remark)
        }
        guard !gone.isEmpty else { return }
        try context.save()
        writer.deleted(gone)
    }
}
