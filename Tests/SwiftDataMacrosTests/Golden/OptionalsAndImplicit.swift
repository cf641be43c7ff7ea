// Optionals may be left out of an initializer; so may implicitly unwrapped ones.
@Model final class Optionals {
    var name: String?
    var forced: String!
    var friend: Optionals?
    var spelled: Optional<Int>
    init(spelled: Int?) { self.spelled = spelled }
}
// ---- expands to ----
// Optionals may be left out of an initializer; so may implicitly unwrapped ones.
final class Optionals {
    var name: String? {
        @storageRestrictions(initializes: _name)
        init(initialValue) {
            _name = .init(initialValue)
        }
        get {
            _$willGet(\Optionals.name, 0, _name.isLoaded)
            return _name.value
        }
        set {
            _$set(\Optionals.name, 0, newValue) {
                _name = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _name: SwiftData._Slot<String?> = .init(nil)
    var forced: String! {
        @storageRestrictions(initializes: _forced)
        init(initialValue) {
            _forced = .init(initialValue)
        }
        get {
            _$willGet(\Optionals.forced, 1, _forced.isLoaded)
            return _forced.value
        }
        set {
            _$set(\Optionals.forced, 1, newValue) {
                _forced = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _forced: SwiftData._Slot<String?> = .init(nil)
    var friend: Optionals? {
        @storageRestrictions(initializes: _friend)
        init(initialValue) {
            _friend = .init(initialValue)
        }
        get {
            _$willGet(\Optionals.friend, 2, _friend.isLoaded)
            return _friend.value
        }
        set {
            _$set(\Optionals.friend, 2, newValue) {
                _friend = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _friend: SwiftData._LinkSlot<Optionals?> = .init(nil)
    var spelled: Optional<Int> {
        @storageRestrictions(initializes: _spelled)
        init(initialValue) {
            _spelled = .init(initialValue)
        }
        get {
            _$willGet(\Optionals.spelled, 3, _spelled.isLoaded)
            return _spelled.value
        }
        set {
            _$set(\Optionals.spelled, 3, newValue) {
                _spelled = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _spelled: SwiftData._Slot<Optional<Int>>
    init(spelled: Int?) { self.spelled = spelled }

    typealias _$RootModel = Optionals
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Optionals> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Optionals> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "name", keypath: \Optionals.name, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "forced", keypath: \Optionals.forced, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "friend", keypath: \Optionals.friend, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "spelled", keypath: \Optionals.spelled, defaultValue: nil, metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Optionals?.?.name,
            \Optionals?.?.forced,
            \Optionals?.?.friend,
            \Optionals?.?.spelled,
        ]
    }

    static var _$propertyCount: Int {
        4
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Optionals>) {
        _name = .init()
        _forced = .init()
        _friend = .init()
        _spelled = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _name = row.read(0)
        _forced = row.read(1)
        _friend = row.read(2)
        _spelled = row.read(3)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_name)
        case 1:
            writer.bind(_forced)
        case 2:
            writer.bind(_friend)
        case 3:
            writer.bind(_spelled)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_name, ordinal)
        case 1:
            visitor.visit(&_forced, ordinal)
        case 2:
            visitor.visit(&_friend, ordinal)
        case 3:
            visitor.visit(&_spelled, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Optionals, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Optionals, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Optionals: nonisolated SwiftData.PersistentModel {
}

extension Optionals: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Optionals inside a ModelActor.")
extension Optionals: Sendable {
}
