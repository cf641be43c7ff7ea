// Default values keep the property's type in the schema.
@Model final class Defaults {
    var when: Date = .now
    var place: Place = .home
    var kind: Kind = Kind.a
    var weight: Double = 1
    var sum: Int = 2 + 3
    var tags: Set<String> = []
    var nothing: Int? = nil
    var five: Int? = 5
    var choice: Int = { 4 }()
    var negative: Int = -1
    init() {}
}
// ---- expands to ----
// Default values keep the property's type in the schema.
final class Defaults {
    var when: Date {
        @storageRestrictions(initializes: _when)
        init(initialValue) {
            _when = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.when, 0, _when.isLoaded)
            return _when.value
        }
        set {
            _$set(\Defaults.when, 0, newValue) {
                _when = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _when: SwiftData._Slot<Date>
    var place: Place {
        @storageRestrictions(initializes: _place)
        init(initialValue) {
            _place = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.place, 1, _place.isLoaded)
            return _place.value
        }
        set {
            _$set(\Defaults.place, 1, newValue) {
                _place = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _place: SwiftData._LinkSlot<Place>
    var kind: Kind {
        @storageRestrictions(initializes: _kind)
        init(initialValue) {
            _kind = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.kind, 2, _kind.isLoaded)
            return _kind.value
        }
        set {
            _$set(\Defaults.kind, 2, newValue) {
                _kind = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _kind: SwiftData._LinkSlot<Kind>
    var weight: Double {
        @storageRestrictions(initializes: _weight)
        init(initialValue) {
            _weight = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.weight, 3, _weight.isLoaded)
            return _weight.value
        }
        set {
            _$set(\Defaults.weight, 3, newValue) {
                _weight = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _weight: SwiftData._Slot<Double>
    var sum: Int {
        @storageRestrictions(initializes: _sum)
        init(initialValue) {
            _sum = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.sum, 4, _sum.isLoaded)
            return _sum.value
        }
        set {
            _$set(\Defaults.sum, 4, newValue) {
                _sum = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _sum: SwiftData._Slot<Int>
    var tags: Set<String> {
        @storageRestrictions(initializes: _tags)
        init(initialValue) {
            _tags = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.tags, 5, _tags.isLoaded)
            return _tags.value
        }
        set {
            _$set(\Defaults.tags, 5, newValue) {
                _tags = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _tags: SwiftData._LinkSlot<Set<String>>
    var nothing: Int? {
        @storageRestrictions(initializes: _nothing)
        init(initialValue) {
            _nothing = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.nothing, 6, _nothing.isLoaded)
            return _nothing.value
        }
        set {
            _$set(\Defaults.nothing, 6, newValue) {
                _nothing = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _nothing: SwiftData._Slot<Int?>
    var five: Int? {
        @storageRestrictions(initializes: _five)
        init(initialValue) {
            _five = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.five, 7, _five.isLoaded)
            return _five.value
        }
        set {
            _$set(\Defaults.five, 7, newValue) {
                _five = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _five: SwiftData._Slot<Int?>
    var choice: Int {
        @storageRestrictions(initializes: _choice)
        init(initialValue) {
            _choice = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.choice, 8, _choice.isLoaded)
            return _choice.value
        }
        set {
            _$set(\Defaults.choice, 8, newValue) {
                _choice = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _choice: SwiftData._Slot<Int>
    var negative: Int {
        @storageRestrictions(initializes: _negative)
        init(initialValue) {
            _negative = .init(initialValue)
        }
        get {
            _$willGet(\Defaults.negative, 9, _negative.isLoaded)
            return _negative.value
        }
        set {
            _$set(\Defaults.negative, 9, newValue) {
                _negative = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _negative: SwiftData._Slot<Int>
    init() {}

    typealias _$RootModel = Defaults
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Defaults> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Defaults> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "when", keypath: \Defaults.when, defaultValue: .now as Date, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "place", keypath: \Defaults.place, defaultValue: .home as Place, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "kind", keypath: \Defaults.kind, defaultValue: Kind.a as Kind, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "weight", keypath: \Defaults.weight, defaultValue: 1 as Double, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "sum", keypath: \Defaults.sum, defaultValue: (2 + 3) as Int, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "tags", keypath: \Defaults.tags, defaultValue: [] as Set<String>, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "nothing", keypath: \Defaults.nothing, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "five", keypath: \Defaults.five, defaultValue: 5 as Int?, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "choice", keypath: \Defaults.choice, defaultValue: {
                    4
                }() as Int, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "negative", keypath: \Defaults.negative, defaultValue: -1, metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Defaults?.?.when,
            \Defaults?.?.place,
            \Defaults?.?.kind,
            \Defaults?.?.weight,
            \Defaults?.?.sum,
            \Defaults?.?.tags,
            \Defaults?.?.nothing,
            \Defaults?.?.five,
            \Defaults?.?.choice,
            \Defaults?.?.negative,
        ]
    }

    static var _$propertyCount: Int {
        10
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Defaults>) {
        _when = .init()
        _place = .init()
        _kind = .init()
        _weight = .init()
        _sum = .init()
        _tags = .init()
        _nothing = .init()
        _five = .init()
        _choice = .init()
        _negative = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _when = row.read(0)
        _place = row.read(1)
        _kind = row.read(2)
        _weight = row.read(3)
        _sum = row.read(4)
        _tags = row.read(5)
        _nothing = row.read(6)
        _five = row.read(7)
        _choice = row.read(8)
        _negative = row.read(9)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_when)
        case 1:
            writer.bind(_place)
        case 2:
            writer.bind(_kind)
        case 3:
            writer.bind(_weight)
        case 4:
            writer.bind(_sum)
        case 5:
            writer.bind(_tags)
        case 6:
            writer.bind(_nothing)
        case 7:
            writer.bind(_five)
        case 8:
            writer.bind(_choice)
        case 9:
            writer.bind(_negative)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_when, ordinal)
        case 1:
            visitor.visit(&_place, ordinal)
        case 2:
            visitor.visit(&_kind, ordinal)
        case 3:
            visitor.visit(&_weight, ordinal)
        case 4:
            visitor.visit(&_sum, ordinal)
        case 5:
            visitor.visit(&_tags, ordinal)
        case 6:
            visitor.visit(&_nothing, ordinal)
        case 7:
            visitor.visit(&_five, ordinal)
        case 8:
            visitor.visit(&_choice, ordinal)
        case 9:
            visitor.visit(&_negative, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Defaults, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Defaults, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Defaults: nonisolated SwiftData.PersistentModel {
}

extension Defaults: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Defaults inside a ModelActor.")
extension Defaults: Sendable {
}
