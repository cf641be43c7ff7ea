enum SchemaV1 {
    @Model final class Book {
        var title: String = ""
        init() {}
    }
}
// ---- expands to ----
enum SchemaV1 {
    final class Book {
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

        typealias _$RootModel = Book
        let _$state = SwiftData._ModelState()
        private var _$backingData: any SwiftData.BackingData<Book> {
            get {
                persistentBackingData
            }
            set {
                persistentBackingData = newValue
            }
        }

        var persistentBackingData: any SwiftData.BackingData<Book> {
            get {
                SwiftData._backingData(of: self)
            }
            set {
                SwiftData._adopt(newValue, by: self)
            }
        }

        static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
            return [
                SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Book.title, defaultValue: "", metadata: nil),
            ]
        }

        static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
            return [
                \Book?.?.title,
            ]
        }

        static var _$propertyCount: Int {
            1
        }

        static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
            nil
        }

        init(backingData: any SwiftData.BackingData<Book>) {
            _title = .init()
            self.persistentBackingData = backingData
        }

        init(_$row row: inout SwiftData._RowReader) {
            _title = row.read(0)
        }

        func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
            switch ordinal {
            case 0:
                writer.bind(_title)
            default:
                break
            }
        }

        func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
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

extension SchemaV1.Book: nonisolated SwiftData.PersistentModel {
}

extension SchemaV1.Book: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with SchemaV1.Book inside a ModelActor.")
extension SchemaV1.Book: Sendable {
}
