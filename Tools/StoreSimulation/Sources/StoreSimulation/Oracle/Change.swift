/// One unsaved change of one context.
enum Change: Equatable {
    case addShelf(Int, name: String)
    case addBook(Int, title: String)
    case addChapter(Int)
    case addLabel(Int)
    case addSlip(Int)
    case addItem(Int, Contents.ItemRow)
    case putToken(code: Int, Contents.TokenRow)
    case setToken(code: Int, Contents.TokenRow)
    case deleteToken(code: Int, row: Int)
    case rename(shelf: Int, String)
    case renameItem(Int, String)
    case setWatts(Int, Int)
    case setPlace(item: Int, Int?)
    case set(book: Int, Contents.Attribute, String)
    /// What a context makes of an attribute that is merged by its parts: from what it read to what it has.
    case code(book: Int, CodedValues.Kind, base: CodedValues, mine: CodedValues)
    case setShelf(book: Int, Int?)
    /// The link to this shelf is cut, and no other one.
    case unlink(book: Int, from: Int)
    case setBook(chapter: Int, Int?)
    case detach(chapter: Int, from: Int)
    case setSlip(book: Int, Int?)
    /// A slip was given to another book.
    case cutSlip(book: Int, from: Int)
    case tag(book: Int, label: Int)
    case untag(book: Int, label: Int)
    case delete(Entity, Int)
    /// A chapter goes with its book, unless it is not the book's any more by then.
    case cascade(chapter: Int, from: Int)
}

extension Change {
    /// The rows that must be there for the change to mean anything.
    var rows: [(Entity, Int)] {
        switch self {
        case .rename(let shelf, _): [(.shelf, shelf)]
        case .renameItem(let item, _), .setWatts(let item, _): [(.item, item)]
        case .setPlace(let item, let shelf): [(.item, item)] + (shelf.map { [(.shelf, $0)] } ?? [])
        case .set(let book, _, _), .code(let book, _, _, _): [(.book, book)]
        case .setShelf(let book, let shelf): [(.book, book)] + (shelf.map { [(.shelf, $0)] } ?? [])
        case .unlink(let book, let shelf): [(.book, book), (.shelf, shelf)]
        case .setBook(let chapter, let book): [(.chapter, chapter)] + (book.map { [(.book, $0)] } ?? [])
        case .detach(let chapter, let book), .cascade(let chapter, let book): [(.chapter, chapter), (.book, book)]
        case .setSlip(let book, let slip): [(.book, book)] + (slip.map { [(.slip, $0)] } ?? [])
        case .cutSlip(let book, let slip): [(.book, book), (.slip, slip)]
        case .tag(let book, let label), .untag(let book, let label): [(.book, book), (.label, label)]
        case .delete(let entity, let number): [(entity, number)]
        default: []
        }
    }

    /// Whether a link is set to the target that it has: no change, which does not win over what others save.
    func linksAsBefore(_ contents: Contents) -> Bool {
        switch self {
        case .setShelf(let book, let shelf): contents.books[book].map { $0.shelf == shelf } ?? false
        case .setBook(let chapter, let book): contents.chapters[chapter].map { $0 == book } ?? false
        case .setSlip(let book, let slip): contents.books[book].map { $0.slip == slip } ?? false
        case .setPlace(let item, let shelf): contents.items[item].map { $0.place == shelf } ?? false
        default: false
        }
    }

    /// What goes with a change by the delete rules, over what the context shows.
    func effects(on contents: Contents) -> [Change] {
        switch self {
        case .delete(.shelf, let shelf):
            contents.books(ofShelf: shelf).sorted().map { .unlink(book: $0, from: shelf) }
        case .delete(.book, let book):
            contents.chapters(ofBook: book).sorted().map { .cascade(chapter: $0, from: book) }
        case .delete(.label, let label):
            contents.books(ofLabel: label).sorted().map { .untag(book: $0, label: label) }
        case .setSlip(let book, let slip?):
            contents.book(ofSlip: slip).flatMap { $0 == book ? nil : [.cutSlip(book: $0, from: slip)] } ?? []
        default: []
        }
    }
}

extension Contents {
    /// Makes a change.
    ///
    /// Changes of what is not there (any more) change nothing.
    mutating func apply(_ change: Change) {
        switch change {
        case .addShelf(let number, let name): shelves[number] = name
        case .addBook(let number, let title): books[number] = Contents.newBook(title)
        case .addChapter(let number): chapters[number] = .some(nil)
        case .addLabel(let number): labels.insert(number)
        case .addSlip(let number): slips.insert(number)
        case .addItem(let number, let row): items[number] = row
        case .putToken(let code, let row): tokens[code] = TokenRow(value: row.value, row: tokens[code]?.row ?? row.row)
        case .setToken(let code, let row): if tokens[code]?.row == row.row { tokens[code] = row }
        case .deleteToken(let code, let row): if tokens[code]?.row == row { tokens[code] = nil }
        case .rename(let shelf, let name): if shelves[shelf] != nil { shelves[shelf] = name }
        case .renameItem(let item, let name): items[item]?.name = name
        case .setWatts(let item, let watts): if items[item]?.watts != nil { items[item]?.watts = watts }
        case .setPlace(let item, let shelf): items[item]?.place = shelf.flatMap { shelves[$0] == nil ? nil : $0 }
        case .set(let book, let attribute, let text): books[book]?.attributes[attribute] = text
        case .code(let book, let kind, let base, let mine): books[book]?.coded.merge(kind, base: base, mine: mine)
        default: applyLink(change)
        }
    }

    static func newBook(_ title: String) -> BookRow {
        var row = BookRow()
        row.attributes = [
            .title: ValueText.text(title), .pages: ValueText.null, .rating: ValueText.text(0.0),
            .day: ValueText.text(0.0), .mood: ValueText.text(Mood.calm.rawValue), .isOpen: ValueText.text(false),
            .cover: SeededData.describe(seed: 0, count: 0), .scan: ValueText.null,
        ]
        return row
    }

    private mutating func applyLink(_ change: Change) {
        switch change {
        case .setShelf(let book, let shelf): books[book]?.shelf = shelf.flatMap { shelves[$0] == nil ? nil : $0 }
        case .unlink(let book, let shelf): if books[book]?.shelf == shelf { books[book]?.shelf = nil }
        case .setBook(let chapter, let book):
            if chapters[chapter] != nil { chapters[chapter] = .some(book.flatMap { books[$0] == nil ? nil : $0 }) }
        case .detach(let chapter, let book): if chapters[chapter] == .some(book) { chapters[chapter] = .some(nil) }
        case .setSlip(let book, let slip): setSlip(book, slip)
        case .cutSlip(let book, let slip): if books[book]?.slip == slip { books[book]?.slip = nil }
        case .tag(let book, let label): if labels.contains(label) { books[book]?.labels.insert(label) }
        case .untag(let book, let label): books[book]?.labels.remove(label)
        case .delete(let entity, let number): delete(entity, number)
        case .cascade(let chapter, let book):
            if chapters[chapter] == .some(book) { chapters[chapter] = nil }
        default: break
        }
    }

    /// A slip has one book: who gets it takes it from whoever had it.
    private mutating func setSlip(_ book: Int, _ slip: Int?) {
        guard books[book] != nil else { return }
        let slip = slip.flatMap { slips.contains($0) ? $0 : nil }
        if let slip, let rival = self.book(ofSlip: slip), rival != book { books[rival]?.slip = nil }
        books[book]?.slip = slip
    }

    private mutating func delete(_ entity: Entity, _ number: Int) {
        switch entity {
        case .shelf:
            shelves[number] = nil
            for book in books(ofShelf: number) { books[book]?.shelf = nil }
            for (item, row) in items where row.place == number { items[item]?.place = nil }
        case .book:
            guard books.removeValue(forKey: number) != nil else { return }
            for chapter in chapters(ofBook: number) { chapters[chapter] = nil }
        case .chapter: chapters[number] = nil
        case .label:
            labels.remove(number)
            for book in books.keys { books[book]?.labels.remove(number) }
        case .slip:
            slips.remove(number)
            if let book = book(ofSlip: number) { books[book]?.slip = nil }
        case .item: items[number] = nil
        case .token: tokens[number] = nil
        }
    }
}
