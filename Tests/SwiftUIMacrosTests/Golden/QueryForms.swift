// Every form of a query.
struct Shelf: View {
    @Query private var all: [Book]
    @Query(sort: \Book.title) private var sorted: [Book]
    @Query(sort: \Book.title, order: .reverse, animation: .default) var reversed: [Book]
    @Query(filter: #Pred { $0.isRead }, sort: [SortDescriptor(\Book.title)]) var filtered: [Book]
    @Query(FetchDescriptor<Book>()) internal var described: Array<Book>
    @Query(animation: .default) var `default`: [Shop.Book]
}
// ---- expands to ----
// Every form of a query.
struct Shelf: View {
    private var all: [Book] {
        get {
            _all.wrappedValue
        }
    }

    var _all: SwiftUI.Query<[Book].Element, [Book]> = .init()
    private var sorted: [Book] {
        get {
            _sorted.wrappedValue
        }
    }

    var _sorted: SwiftUI.Query<[Book].Element, [Book]> = .init(sort: \Book.title)
    var reversed: [Book] {
        get {
            _reversed.wrappedValue
        }
    }

    var _reversed: SwiftUI.Query<[Book].Element, [Book]> = .init(sort: \Book.title, order: .reverse, animation: .default)
    var filtered: [Book] {
        get {
            _filtered.wrappedValue
        }
    }

    var _filtered: SwiftUI.Query<[Book].Element, [Book]> = .init(filter: #Pred {
            $0.isRead
        }, sort: [SortDescriptor(\Book.title)])
    internal var described: Array<Book> {
        get {
            _described.wrappedValue
        }
    }

    var _described: SwiftUI.Query<Array<Book>.Element, Array<Book>> = .init(FetchDescriptor<Book>())
    var `default`: [Shop.Book] {
        get {
            _default.wrappedValue
        }
    }

    var _default: SwiftUI.Query<[Shop.Book].Element, [Shop.Book]> = .init(animation: .default)
}
