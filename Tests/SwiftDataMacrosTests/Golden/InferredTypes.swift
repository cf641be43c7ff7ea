// Types that the initial value tells, and one that it does not.
@Model final class Inferred {
    var flag = true
    var count = 3
    var debt = -3
    var ratio = 0.5
    var text = "a \(1) b"
    var long = """
        lines
        """
    var when = Date()
    var now = Date.now
    var key = UUID()
    var names = [String]()
    var words = ["a", "b"]
    var table = [String: Int]()
    var set = Set<Int>()
    var forced = 0 as Double
    var rating = Rating.make()
    init() {}
}
// ---- expands to ----
// Types that the initial value tells, and one that it does not.
final class Inferred {
    var flag {
        @storageRestrictions(initializes: _flag)
        init(initialValue) {
            _flag = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.flag, 0, _flag.isLoaded)
            return _flag.value
        }
        set {
            _$set(\Inferred.flag, 0, newValue) {
                _flag = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _flag: SwiftData._Slot<Bool>
    var count {
        @storageRestrictions(initializes: _count)
        init(initialValue) {
            _count = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.count, 1, _count.isLoaded)
            return _count.value
        }
        set {
            _$set(\Inferred.count, 1, newValue) {
                _count = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _count: SwiftData._Slot<Int>
    var debt {
        @storageRestrictions(initializes: _debt)
        init(initialValue) {
            _debt = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.debt, 2, _debt.isLoaded)
            return _debt.value
        }
        set {
            _$set(\Inferred.debt, 2, newValue) {
                _debt = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _debt: SwiftData._Slot<Int>
    var ratio {
        @storageRestrictions(initializes: _ratio)
        init(initialValue) {
            _ratio = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.ratio, 3, _ratio.isLoaded)
            return _ratio.value
        }
        set {
            _$set(\Inferred.ratio, 3, newValue) {
                _ratio = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _ratio: SwiftData._Slot<Double>
    var text {
        @storageRestrictions(initializes: _text)
        init(initialValue) {
            _text = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.text, 4, _text.isLoaded)
            return _text.value
        }
        set {
            _$set(\Inferred.text, 4, newValue) {
                _text = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _text: SwiftData._Slot<String>
    var long {
        @storageRestrictions(initializes: _long)
        init(initialValue) {
            _long = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.long, 5, _long.isLoaded)
            return _long.value
        }
        set {
            _$set(\Inferred.long, 5, newValue) {
                _long = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _long: SwiftData._Slot<String>
    var when {
        @storageRestrictions(initializes: _when)
        init(initialValue) {
            _when = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.when, 6, _when.isLoaded)
            return _when.value
        }
        set {
            _$set(\Inferred.when, 6, newValue) {
                _when = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _when: SwiftData._Slot<Date>
    var now {
        @storageRestrictions(initializes: _now)
        init(initialValue) {
            _now = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.now, 7, _now.isLoaded)
            return _now.value
        }
        set {
            _$set(\Inferred.now, 7, newValue) {
                _now = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _now: SwiftData._Slot<Date>
    var key {
        @storageRestrictions(initializes: _key)
        init(initialValue) {
            _key = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.key, 8, _key.isLoaded)
            return _key.value
        }
        set {
            _$set(\Inferred.key, 8, newValue) {
                _key = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _key: SwiftData._Slot<UUID>
    var names {
        @storageRestrictions(initializes: _names)
        init(initialValue) {
            _names = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.names, 9, _names.isLoaded)
            return _names.value
        }
        set {
            _$set(\Inferred.names, 9, newValue) {
                _names = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _names: SwiftData._LinkSlot<[String]>
    var words {
        @storageRestrictions(initializes: _words)
        init(initialValue) {
            _words = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.words, 10, _words.isLoaded)
            return _words.value
        }
        set {
            _$set(\Inferred.words, 10, newValue) {
                _words = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _words: SwiftData._LinkSlot<[String]>
    var table {
        @storageRestrictions(initializes: _table)
        init(initialValue) {
            _table = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.table, 11, _table.isLoaded)
            return _table.value
        }
        set {
            _$set(\Inferred.table, 11, newValue) {
                _table = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _table: SwiftData._LinkSlot<[String: Int]>
    var set {
        @storageRestrictions(initializes: _set)
        init(initialValue) {
            _set = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.set, 12, _set.isLoaded)
            return _set.value
        }
        set {
            _$set(\Inferred.set, 12, newValue) {
                _set = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _set: SwiftData._LinkSlot<Set<Int>>
    var forced {
        @storageRestrictions(initializes: _forced)
        init(initialValue) {
            _forced = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.forced, 13, _forced.isLoaded)
            return _forced.value
        }
        set {
            _$set(\Inferred.forced, 13, newValue) {
                _forced = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _forced: SwiftData._Slot<Double>
    var rating {
        @storageRestrictions(initializes: _rating)
        init(initialValue) {
            _rating = .init(initialValue)
        }
        get {
            _$willGet(\Inferred.rating, 14, _rating.isLoaded)
            return _rating[\Inferred.rating].value
        }
        set {
            _$set(\Inferred.rating, 14, newValue) {
                _rating = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _rating: SwiftData._ErasedSlot
    init() {}

    typealias _$RootModel = Inferred
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Inferred> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Inferred> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "flag", keypath: \Inferred.flag, defaultValue: true, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "count", keypath: \Inferred.count, defaultValue: 3, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "debt", keypath: \Inferred.debt, defaultValue: -3, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "ratio", keypath: \Inferred.ratio, defaultValue: 0.5, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "text", keypath: \Inferred.text, defaultValue: "a \(1) b", metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "long", keypath: \Inferred.long, defaultValue: """
            lines
            """, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "when", keypath: \Inferred.when, defaultValue: Date(), metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "now", keypath: \Inferred.now, defaultValue: Date.now, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "key", keypath: \Inferred.key, defaultValue: UUID(), metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "names", keypath: \Inferred.names, defaultValue: [String](), metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "words", keypath: \Inferred.words, defaultValue: ["a", "b"], metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "table", keypath: \Inferred.table, defaultValue: [String: Int](), metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "set", keypath: \Inferred.set, defaultValue: Set<Int>(), metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "forced", keypath: \Inferred.forced, defaultValue: 0 as Double, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "rating", keypath: \Inferred.rating, defaultValue: Rating.make(), metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Inferred?.?.flag,
            \Inferred?.?.count,
            \Inferred?.?.debt,
            \Inferred?.?.ratio,
            \Inferred?.?.text,
            \Inferred?.?.long,
            \Inferred?.?.when,
            \Inferred?.?.now,
            \Inferred?.?.key,
            \Inferred?.?.names,
            \Inferred?.?.words,
            \Inferred?.?.table,
            \Inferred?.?.set,
            \Inferred?.?.forced,
            \Inferred?.?.rating,
        ]
    }

    static var _$propertyCount: Int {
        15
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Inferred>) {
        _flag = .init()
        _count = .init()
        _debt = .init()
        _ratio = .init()
        _text = .init()
        _long = .init()
        _when = .init()
        _now = .init()
        _key = .init()
        _names = .init()
        _words = .init()
        _table = .init()
        _set = .init()
        _forced = .init()
        _rating = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _flag = row.read(0)
        _count = row.read(1)
        _debt = row.read(2)
        _ratio = row.read(3)
        _text = row.read(4)
        _long = row.read(5)
        _when = row.read(6)
        _now = row.read(7)
        _key = row.read(8)
        _names = row.read(9)
        _words = row.read(10)
        _table = row.read(11)
        _set = row.read(12)
        _forced = row.read(13)
        _rating = .init(\Inferred.rating, row.read(14))
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_flag)
        case 1:
            writer.bind(_count)
        case 2:
            writer.bind(_debt)
        case 3:
            writer.bind(_ratio)
        case 4:
            writer.bind(_text)
        case 5:
            writer.bind(_long)
        case 6:
            writer.bind(_when)
        case 7:
            writer.bind(_now)
        case 8:
            writer.bind(_key)
        case 9:
            writer.bind(_names)
        case 10:
            writer.bind(_words)
        case 11:
            writer.bind(_table)
        case 12:
            writer.bind(_set)
        case 13:
            writer.bind(_forced)
        case 14:
            writer.bind(_rating[\Inferred.rating])
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_flag, ordinal)
        case 1:
            visitor.visit(&_count, ordinal)
        case 2:
            visitor.visit(&_debt, ordinal)
        case 3:
            visitor.visit(&_ratio, ordinal)
        case 4:
            visitor.visit(&_text, ordinal)
        case 5:
            visitor.visit(&_long, ordinal)
        case 6:
            visitor.visit(&_when, ordinal)
        case 7:
            visitor.visit(&_now, ordinal)
        case 8:
            visitor.visit(&_key, ordinal)
        case 9:
            visitor.visit(&_names, ordinal)
        case 10:
            visitor.visit(&_words, ordinal)
        case 11:
            visitor.visit(&_table, ordinal)
        case 12:
            visitor.visit(&_set, ordinal)
        case 13:
            visitor.visit(&_forced, ordinal)
        case 14:
            visitor.visit(&_rating[\Inferred.rating], ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Inferred, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Inferred, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Inferred: nonisolated SwiftData.PersistentModel {
}

extension Inferred: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Inferred inside a ModelActor.")
extension Inferred: Sendable {
}
