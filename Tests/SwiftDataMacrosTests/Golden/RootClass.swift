// A class that a model inherits from.
@Model class Animal {
    var name: String
    var legs = 4
    init(name: String) { self.name = name }
}
// ---- expands to ----
// A class that a model inherits from.
class Animal {
    var name: String {
        @storageRestrictions(initializes: _name)
        init(initialValue) {
            _name = .init(initialValue)
        }
        get {
            _$willGet(\Animal.name, 0, _name.isLoaded)
            return _name.value
        }
        set {
            _$set(\Animal.name, 0, newValue) {
                _name = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _name: SwiftData._Slot<String>
    var legs {
        @storageRestrictions(initializes: _legs)
        init(initialValue) {
            _legs = .init(initialValue)
        }
        get {
            _$willGet(\Animal.legs, 1, _legs.isLoaded)
            return _legs.value
        }
        set {
            _$set(\Animal.legs, 1, newValue) {
                _legs = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _legs: SwiftData._Slot<Int>
    init(name: String) { self.name = name }

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
            SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Animal.name, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "legs", keypath: \Animal.legs, defaultValue: 4, metadata: nil),
        ]
    }

    static func _$inheritableMetadata<_Sub: Animal>(for subclass: _Sub.Type) -> [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "name", keypath: \_Sub.name, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "legs", keypath: \_Sub.legs, defaultValue: nil, metadata: nil),
        ]
    }

    class var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        _$inheritableOptionalKeyPaths(for: Animal.self)
    }

    static func _$inheritableOptionalKeyPaths<_Sub: Animal>(for subclass: _Sub.Type) -> [Swift.AnyKeyPath] {
        return [
            \_Sub?.?.name,
            \_Sub?.?.legs,
        ]
    }

    class var _$propertyCount: Int {
        2
    }

    class var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    required init(backingData: any SwiftData.BackingData<Animal>) {
        _name = .init()
        _legs = .init()
        self.persistentBackingData = backingData
    }

    required init(_$row row: inout SwiftData._RowReader) {
        _name = row.read(0)
        _legs = row.read(1)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_name)
        case 1:
            writer.bind(_legs)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_name, ordinal)
        case 1:
            visitor.visit(&_legs, ordinal)
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
