import SwiftData

/// What a person at a device with a library does next, drawn by the run's generator.
extension LibraryPerson {
    func drawAction() throws -> PersonAction? {
        let context = ModelContext(app.modelContainer)
        // What only one version of the app knows is seldom changed while the other is still there, unless it is changed often.
        if world.plan.has(.newerVersion), world.random.once(in: 5) { return try drawValue(context, isLater: true) }
        switch world.random.number(1...100) {
        case 1...10: return .makeShelf(fresh("s"))
        case 11...30: return try drawBook(context)
        case 31...43: return try drawChange(context)
        case 44...50: return try drawValue(context)
        case 51...58: return try drawMove(context)
        case 59...62: return try drawOrder(context)
        case 63...74: return try drawLink(context)
        case 75...79: return try drawCut(context)
        case 80...87: return try drawRemark(context)
        case 88...92: return try drawColor(context)
        default: return try drawDeletion(context)
        }
    }

    private func any<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws -> Model? {
        world.random.element(of: try context.fetch(FetchDescriptor<Model>()))
    }

    private func drawBook(_ context: ModelContext) throws -> PersonAction {
        let (hasPages, hasNote) = (world.random.flip(), world.random.flip())
        var (key, position): (String?, Int) = (nil, 0)
        if !world.random.once(in: 4), let shelf = try any(Shelf.self, context) {
            (key, position) = (shelf.key, world.random.number(0...shelf.books.count))
        }
        return .makeBook(fresh("b"), hasPages: hasPages, hasNote: hasNote, shelf: key, position: position)
    }

    private func drawChange(_ context: ModelContext) throws -> PersonAction {
        guard let book = try any(Book.self, context) else { return try drawBook(context) }
        let (title, pages) = (world.random.flip(), world.random.once(in: 3))
        var note = PersonAction.NoteChange.unchanged
        if !(title || pages) || world.random.once(in: 4) { note = world.random.once(in: 6) ? .removed : .changed }
        return .changeBook(book.key, title: title, pages: pages, note: note)
    }

    // With `isLater` a value that the first version of the app does not have, where this version has any.
    private func drawValue(_ context: ModelContext, isLater: Bool = false) throws -> PersonAction {
        let later = isLater ? Book.values.filter { !BookValue.inFirstVersion.contains($0) } : []
        let values = later.isEmpty ? Book.values : later
        guard let book = try any(Book.self, context), let value = world.random.element(of: values) else {
            return try drawBook(context)
        }
        return .changeValue(value, book: book.key)
    }

    private func drawMove(_ context: ModelContext) throws -> PersonAction {
        guard let book = try any(Book.self, context) else { return try drawBook(context) }
        let shelf = world.random.once(in: 5) ? nil : try any(Shelf.self, context)
        guard shelf !== book.shelf else { return try drawChange(context) }
        return .moveBook(book.key, shelf: shelf?.key)
    }

    private func drawOrder(_ context: ModelContext) throws -> PersonAction {
        guard let shelf = try any(Shelf.self, context), shelf.books.count > 1 else { return .makeShelf(fresh("s")) }
        return .reorderShelf(shelf.key, position: world.random.number(1...(shelf.books.count - 1)))
    }

    private func drawLink(_ context: ModelContext) throws -> PersonAction {
        guard let book = try any(Book.self, context) else { return try drawBook(context) }
        let name = "l\(world.random.number(0...5))"
        guard !book.labels.contains(where: { $0.name == name }) else { return try drawChange(context) }
        return .addLabel(name, book: book.key)
    }

    private func drawCut(_ context: ModelContext) throws -> PersonAction {
        let books = try context.fetch(FetchDescriptor<Book>()).filter { !$0.labels.isEmpty }
        guard let book = world.random.element(of: books), let label = world.random.element(of: book.labels) else {
            return try drawLink(context)
        }
        return .removeLabel(label.name, book: book.key)
    }

    private func drawRemark(_ context: ModelContext) throws -> PersonAction {
        guard let book = try any(Book.self, context) else { return try drawBook(context) }
        return .makeRemark(fresh("r"), book: book.key)
    }

    private func drawColor(_ context: ModelContext) throws -> PersonAction {
        guard let label = try any(Label.self, context) else { return try drawLink(context) }
        return .changeLabel(label.name)
    }

    private func drawDeletion(_ context: ModelContext) throws -> PersonAction? {
        let key =
            switch world.random.number(0...5) {
            case 0: try any(Shelf.self, context)?.key
            case 1: try any(Label.self, context)?.name
            case 2: try any(Remark.self, context)?.key
            default: try any(Book.self, context)?.key
            }
        return key.map { .deleteObject($0) }
    }
}
