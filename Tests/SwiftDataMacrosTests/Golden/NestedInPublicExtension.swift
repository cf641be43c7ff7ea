// The class is public because its extension is.
public extension SchemaV2 {
    @Model class Book {
        var title: String = ""
        init() {}
    }
}
// ---- expands to ----
// The class is public because its extension is.
public extension SchemaV2 {
    class Book {
        var title: String {
            @storageRestrictions(initializes: _title)
            init(initialValue) {
                _title = .init(initialValue)
            }
            get {
                _$willGet(\Book.title, 0, _title.isLoaded)
                return _title.value
            }
            set {
                _$set(\Book.title, 0, newValue) {
                    _title = .init(newValue)
                }
            }
        }
        @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
        init() {}

        public typealias _$RootModel = Book
        public let _$state = SwiftData._ModelState()
        private var _$backingData: any SwiftData.BackingData<Book> {
            get {
                persistentBackingData
            }
            set {
                persistentBackingData = newValue
            }
        }

        public var persistentBackingData: any SwiftData.BackingData<Book> {
            get {
                SwiftData._backingData(of: self)
            }
            set {
                SwiftData._adopt(newValue, by: self)
            }
        }

        public class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            return [
                SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Book.title, defaultValue: "", metadata: nil),
            ]
        }

        public static func _$inheritableMetadata<_Sub: Book>(for subclass: _Sub.Type) -> [SwiftData.Schema.PropertyMetadata] {
            return [
                SwiftData.Schema.PropertyMetadata(name: "title", keypath: \_Sub.title, defaultValue: nil, metadata: nil),
            ]
        }

        public class var _$optionalKeyPaths: [Swift.AnyKeyPath] {
            _$inheritableOptionalKeyPaths(for: Book.self)
        }

        public static func _$inheritableOptionalKeyPaths<_Sub: Book>(for subclass: _Sub.Type) -> [Swift.AnyKeyPath] {
            return [
                \_Sub?.?.title,
            ]
        }

        public class var _$propertyCount: Int {
            1
        }

        public class var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
            nil
        }

        required public init(backingData: any SwiftData.BackingData<Book>) {
            _title = .init()
            self.persistentBackingData = backingData
        }

        required public init(_$row row: inout SwiftData._RowReader) {
            _title = row.read(0)
        }

        public func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
            switch ordinal {
            case 0:
                writer.bind(_title)
            default:
                break
            }
        }

        public func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
            switch ordinal {
            case 0:
                visitor.visit(&_title, ordinal)
            default:
                break
            }
        }
        private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
            _$registrar
        }

        internal nonisolated func access<_M>(keyPath: KeyPath<Book, _M>) {
            _$registrar.access(self, keyPath: keyPath)
        }

        internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Book, _M>, _ mutation: () throws -> _R) rethrows -> _R {
            try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
        }

        struct _SwiftDataNoType {
        }
    }
}

extension SchemaV2.Book: nonisolated SwiftData.PersistentModel {
}

extension SchemaV2.Book: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with SchemaV2.Book inside a ModelActor.")
extension SchemaV2.Book: Sendable {
}
