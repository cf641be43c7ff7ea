// Names that the protocols use too.
@Model final class Described: CustomStringConvertible, Identifiable {
    @Attribute(.unique) var id: UUID
    var description: String
    init(id: UUID, description: String) {
        self.id = id
        self.description = description
    }
}
// ---- expands to ----
// Names that the protocols use too.
final class Described: CustomStringConvertible, Identifiable {
    var id: UUID {
        @storageRestrictions(initializes: _id)
        init(initialValue) {
            _id = .init(initialValue)
        }
        get {
            _$willGet(\Described.id, Described._$firstOrdinal + 0, _id.isLoaded)
            return _id.value
        }
        set {
            _$set(\Described.id, Described._$firstOrdinal + 0, newValue) {
                _id = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _id: SwiftData._Slot<UUID>
    var description: String {
        @storageRestrictions(initializes: _description)
        init(initialValue) {
            _description = .init(initialValue)
        }
        get {
            _$willGet(\Described.description, Described._$firstOrdinal + 1, _description.isLoaded)
            return _description.value
        }
        set {
            _$set(\Described.description, Described._$firstOrdinal + 1, newValue) {
                _description = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _description: SwiftData._Slot<String>
    init(id: UUID, description: String) {
        self.id = id
        self.description = description
    }

    typealias _$RootModel = Described
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Described> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Described> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "id", keypath: \Described.id, defaultValue: nil, metadata: SwiftData.Schema.Attribute(.unique)),
            SwiftData.Schema.PropertyMetadata(name: "description", keypath: \Described.description, defaultValue: nil, metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Described?.?.id,
            \Described?.?.description,
        ]
    }

    private static var _$firstOrdinal: Int {
        0
    }

    static var _$propertyCount: Int {
        2
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Described>) {
        _id = .init()
        _description = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _id = row.read(0)
        _description = row.read(1)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_id)
        case 1:
            writer.bind(_description)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_id, ordinal)
        case 1:
            visitor.visit(&_description, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Described, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Described, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Described: nonisolated SwiftData.PersistentModel {
}

extension Described: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Described inside a ModelActor.")
extension Described: Sendable {
}
