import SwiftData

/// A version of the app with the library: devices may have different ones.
package enum LibraryVersion: String, CaseIterable, Hashable, Sendable {
    /// Without the values that books got later, and with one genre less.
    case first
    case second

    var models: any LibraryModels.Type {
        switch self {
        case .first: FirstLibrary.self
        case .second: SecondLibrary.self
        }
    }

    /// Whether a device with this version shows a value that a property has at the service.
    func knows(_ property: String, _ value: String) -> Bool {
        guard let kind = BookValue(rawValue: property) else { return true }
        switch self {
        case .first: return BookValue.inFirstVersion.contains(kind) && value != Genre.essay.rawValue
        case .second: return true
        }
    }
}

/// The models of one version, by which a person uses the app.
protocol LibraryModels {
    associatedtype Shelf: LibraryShelf where Shelf.BookModel == Book
    associatedtype Book: LibraryBook
    where Book.ShelfModel == Shelf, Book.RemarkModel == Remark, Book.LabelModel == Label
    associatedtype Remark: LibraryRemark where Remark.BookModel == Book
    associatedtype Label: LibraryLabel where Label.BookModel == Book

    static var version: Schema.Version { get }
}

extension LibraryModels {
    static var schema: Schema { Schema([Shelf.self, Book.self, Remark.self, Label.self], version: version) }
}

protocol LibraryShelf: PersistentModel {
    associatedtype BookModel: PersistentModel
    var key: String { get set }
    var title: String { get set }
    var books: [BookModel] { get set }

    init(key: String, title: String)
}

protocol LibraryBook: PersistentModel {
    associatedtype ShelfModel: PersistentModel
    associatedtype RemarkModel: PersistentModel
    associatedtype LabelModel: PersistentModel
    var key: String { get set }
    var title: String { get set }
    var pages: Int { get set }
    var note: String? { get set }
    var shelf: ShelfModel? { get set }
    var remarks: [RemarkModel] { get set }
    var labels: [LabelModel] { get set }

    init(key: String, title: String)

    /// The values that this version has.
    static var values: [BookValue] { get }
    /// What a value says; nothing for one that this version has not.
    func text(_ value: BookValue) -> String
    /// Gives a value what follows from a number.
    func change(_ value: BookValue, to number: Int)
}

protocol LibraryRemark: PersistentModel {
    associatedtype BookModel: PersistentModel
    var key: String { get set }
    var text: String { get set }
    var book: BookModel { get set }

    init(key: String, text: String, book: BookModel)
}

protocol LibraryLabel: PersistentModel {
    associatedtype BookModel: PersistentModel
    var name: String { get set }
    var color: String? { get set }
    var books: [BookModel] { get set }

    init(name: String, color: String?)
}
