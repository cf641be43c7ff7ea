// What stands behind the colon may be a model or not: the first ordinal is named.
@Model class Animal: Codable {
    var name: String = ""
    init() {}
}
// ---- expands to ----
// What stands behind the colon may be a model or not: the first ordinal is named.
class Animal: Codable {
    var name: String {
        @storageRestrictions(initializes: _name)
        init(initialValue) {
            _name = .init(initialValue)
        }
        get {
            _$willGet(\Animal.name, Animal._$firstOrdinal + 0, _name.isLoaded)
            return _name.value
        }
        set {
            _$set(\Animal.name, Animal._$firstOrdinal + 0, newValue) {
                _name = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _name: SwiftData._Slot<String>
    init() {}

    typealias _$RootModel = Animal
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Animal> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Animal> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Animal.name, defaultValue: "", metadata: nil),
        ]
    }

    static func _$inheritableMetadata<_Sub: Animal>(for subclass: _Sub.Type) -> [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "name", keypath: \_Sub.name, defaultValue: nil, metadata: nil),
        ]
    }

    class var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        _$inheritableOptionalKeyPaths(for: Animal.self)
    }

    static func _$inheritableOptionalKeyPaths<_Sub: Animal>(for subclass: _Sub.Type) -> [Swift.AnyKeyPath] {
        return [
            \_Sub?.?.name,
        ]
    }

    private static var _$firstOrdinal: Int {
        0
    }

    class var _$propertyCount: Int {
        1
    }

    class var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    required init(backingData: any SwiftData.BackingData<Animal>) {
        _name = .init()
        self.persistentBackingData = backingData
    }

    required init(_$row row: inout SwiftData._RowReader) {
        _name = row.read(0)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_name)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_name, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Animal, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Animal, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Animal: nonisolated SwiftData.PersistentModel {
}

extension Animal: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Animal inside a ModelActor.")
extension Animal: Sendable {
}
