// Relationships keep their arguments in the schema.
@Model final class Author {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Book.author) var books: [Book] = []
    @Relationship(minimumModelCount: 0, maximumModelCount: 3) var friends: [Author]?
    @Relationship var mentor: Author?
    @SwiftData.Relationship(.unique, originalName: "home") var house: House
    init(name: String, house: House) {
        self.name = name
        self.house = house
    }
}
// ---- expands to ----
// Relationships keep their arguments in the schema.
final class Author {
    var name: String {
        @storageRestrictions(initializes: _name)
        init(initialValue) {
            _name = .init(initialValue)
        }
        get {
            _$willGet(\Author.name, 0, _name.isLoaded)
            return _name.value
        }
        set {
            _$set(\Author.name, 0, newValue) {
                _name = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _name: SwiftData._Slot<String>
    var books: [Book] {
        @storageRestrictions(initializes: _books)
        init(initialValue) {
            _books = .init(initialValue)
        }
        get {
            _$willGet(\Author.books, 1, _books.isLoaded)
            return _books.value
        }
        set {
            _$set(\Author.books, 1, newValue) {
                _books = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _books: SwiftData._LinkSlot<[Book]>
    var friends: [Author]? {
        @storageRestrictions(initializes: _friends)
        init(initialValue) {
            _friends = .init(initialValue)
        }
        get {
            _$willGet(\Author.friends, 2, _friends.isLoaded)
            return _friends.value
        }
        set {
            _$set(\Author.friends, 2, newValue) {
                _friends = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _friends: SwiftData._LinkSlot<[Author]?> = .init(nil)
    var mentor: Author? {
        @storageRestrictions(initializes: _mentor)
        init(initialValue) {
            _mentor = .init(initialValue)
        }
        get {
            _$willGet(\Author.mentor, 3, _mentor.isLoaded)
            return _mentor.value
        }
        set {
            _$set(\Author.mentor, 3, newValue) {
                _mentor = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _mentor: SwiftData._LinkSlot<Author?> = .init(nil)
    @SwiftData.Relationship(.unique, originalName: "home")
    var house: House {
        @storageRestrictions(initializes: _house)
        init(initialValue) {
            _house = .init(initialValue)
        }
        get {
            _$willGet(\Author.house, 4, _house.isLoaded)
            return _house.value
        }
        set {
            _$set(\Author.house, 4, newValue) {
                _house = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _house: SwiftData._LinkSlot<House>
    init(name: String, house: House) {
        self.name = name
        self.house = house
    }

    typealias _$RootModel = Author
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Author> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Author> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Author.name, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "books", keypath: \Author.books, defaultValue: [] as [Book], metadata: SwiftData.Schema.Relationship(deleteRule: .cascade, inverse: \Book.author)),
            SwiftData.Schema.PropertyMetadata(name: "friends", keypath: \Author.friends, defaultValue: nil, metadata: SwiftData.Schema.Relationship(minimumModelCount: 0, maximumModelCount: 3)),
            SwiftData.Schema.PropertyMetadata(name: "mentor", keypath: \Author.mentor, defaultValue: nil, metadata: SwiftData.Schema.Relationship()),
            SwiftData.Schema.PropertyMetadata(name: "house", keypath: \Author.house, defaultValue: nil, metadata: SwiftData.Schema.Relationship(.unique, originalName: "home")),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Author?.?.name,
            \Author?.?.books,
            \Author?.?.friends,
            \Author?.?.mentor,
            \Author?.?.house,
        ]
    }

    static var _$propertyCount: Int {
        5
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Author>) {
        _name = .init()
        _books = .init()
        _friends = .init()
        _mentor = .init()
        _house = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _name = row.read(0)
        _books = row.read(1)
        _friends = row.read(2)
        _mentor = row.read(3)
        _house = row.read(4)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_name)
        case 1:
            writer.bind(_books)
        case 2:
            writer.bind(_friends)
        case 3:
            writer.bind(_mentor)
        case 4:
            writer.bind(_house)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_name, ordinal)
        case 1:
            visitor.visit(&_books, ordinal)
        case 2:
            visitor.visit(&_friends, ordinal)
        case 3:
            visitor.visit(&_mentor, ordinal)
        case 4:
            visitor.visit(&_house, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Author, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Author, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Author: nonisolated SwiftData.PersistentModel {
}

extension Author: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Author inside a ModelActor.")
extension Author: Sendable {
}
