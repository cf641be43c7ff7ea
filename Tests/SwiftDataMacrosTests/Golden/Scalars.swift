// Every type that lives in a typed slot.
@Model final class Everything {
    var flag: Bool
    var count: Int
    var small: Int8 = 1
    var unsigned: UInt64 = 2
    var ratio: Double = 1
    var single: Float = 0.5
    var text: String = ""
    var when: Foundation.Date
    var bytes: Data?
    var key: UUID
    var link: URL?
    var price: Decimal = 0
    var maybe: Optional<Swift.Int>
    init(flag: Bool, count: Int, when: Date, key: UUID, maybe: Int?) {
        self.flag = flag
        self.count = count
        self.when = when
        self.key = key
        self.maybe = maybe
    }
}
// ---- expands to ----
// Every type that lives in a typed slot.
final class Everything {
    var flag: Bool {
        @storageRestrictions(initializes: _flag)
        init(initialValue) {
            _flag = .init(initialValue)
        }
        get {
            _$willGet(\Everything.flag, 0, _flag.isLoaded)
            return _flag.value
        }
        set {
            _$set(\Everything.flag, 0, newValue) {
                _flag = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _flag: SwiftData._Slot<Bool>
    var count: Int {
        @storageRestrictions(initializes: _count)
        init(initialValue) {
            _count = .init(initialValue)
        }
        get {
            _$willGet(\Everything.count, 1, _count.isLoaded)
            return _count.value
        }
        set {
            _$set(\Everything.count, 1, newValue) {
                _count = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _count: SwiftData._Slot<Int>
    var small: Int8 {
        @storageRestrictions(initializes: _small)
        init(initialValue) {
            _small = .init(initialValue)
        }
        get {
            _$willGet(\Everything.small, 2, _small.isLoaded)
            return _small.value
        }
        set {
            _$set(\Everything.small, 2, newValue) {
                _small = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _small: SwiftData._Slot<Int8>
    var unsigned: UInt64 {
        @storageRestrictions(initializes: _unsigned)
        init(initialValue) {
            _unsigned = .init(initialValue)
        }
        get {
            _$willGet(\Everything.unsigned, 3, _unsigned.isLoaded)
            return _unsigned.value
        }
        set {
            _$set(\Everything.unsigned, 3, newValue) {
                _unsigned = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _unsigned: SwiftData._Slot<UInt64>
    var ratio: Double {
        @storageRestrictions(initializes: _ratio)
        init(initialValue) {
            _ratio = .init(initialValue)
        }
        get {
            _$willGet(\Everything.ratio, 4, _ratio.isLoaded)
            return _ratio.value
        }
        set {
            _$set(\Everything.ratio, 4, newValue) {
                _ratio = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _ratio: SwiftData._Slot<Double>
    var single: Float {
        @storageRestrictions(initializes: _single)
        init(initialValue) {
            _single = .init(initialValue)
        }
        get {
            _$willGet(\Everything.single, 5, _single.isLoaded)
            return _single.value
        }
        set {
            _$set(\Everything.single, 5, newValue) {
                _single = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _single: SwiftData._Slot<Float>
    var text: String {
        @storageRestrictions(initializes: _text)
        init(initialValue) {
            _text = .init(initialValue)
        }
        get {
            _$willGet(\Everything.text, 6, _text.isLoaded)
            return _text.value
        }
        set {
            _$set(\Everything.text, 6, newValue) {
                _text = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _text: SwiftData._Slot<String>
    var when: Foundation.Date {
        @storageRestrictions(initializes: _when)
        init(initialValue) {
            _when = .init(initialValue)
        }
        get {
            _$willGet(\Everything.when, 7, _when.isLoaded)
            return _when.value
        }
        set {
            _$set(\Everything.when, 7, newValue) {
                _when = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _when: SwiftData._Slot<Foundation.Date>
    var bytes: Data? {
        @storageRestrictions(initializes: _bytes)
        init(initialValue) {
            _bytes = .init(initialValue)
        }
        get {
            _$willGet(\Everything.bytes, 8, _bytes.isLoaded)
            return _bytes.value
        }
        set {
            _$set(\Everything.bytes, 8, newValue) {
                _bytes = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _bytes: SwiftData._Slot<Data?> = .init(nil)
    var key: UUID {
        @storageRestrictions(initializes: _key)
        init(initialValue) {
            _key = .init(initialValue)
        }
        get {
            _$willGet(\Everything.key, 9, _key.isLoaded)
            return _key.value
        }
        set {
            _$set(\Everything.key, 9, newValue) {
                _key = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _key: SwiftData._Slot<UUID>
    var link: URL? {
        @storageRestrictions(initializes: _link)
        init(initialValue) {
            _link = .init(initialValue)
        }
        get {
            _$willGet(\Everything.link, 10, _link.isLoaded)
            return _link.value
        }
        set {
            _$set(\Everything.link, 10, newValue) {
                _link = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _link: SwiftData._Slot<URL?> = .init(nil)
    var price: Decimal {
        @storageRestrictions(initializes: _price)
        init(initialValue) {
            _price = .init(initialValue)
        }
        get {
            _$willGet(\Everything.price, 11, _price.isLoaded)
            return _price.value
        }
        set {
            _$set(\Everything.price, 11, newValue) {
                _price = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _price: SwiftData._Slot<Decimal>
    var maybe: Optional<Swift.Int> {
        @storageRestrictions(initializes: _maybe)
        init(initialValue) {
            _maybe = .init(initialValue)
        }
        get {
            _$willGet(\Everything.maybe, 12, _maybe.isLoaded)
            return _maybe.value
        }
        set {
            _$set(\Everything.maybe, 12, newValue) {
                _maybe = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _maybe: SwiftData._Slot<Optional<Swift.Int>>
    init(flag: Bool, count: Int, when: Date, key: UUID, maybe: Int?) {
        self.flag = flag
        self.count = count
        self.when = when
        self.key = key
        self.maybe = maybe
    }

    typealias _$RootModel = Everything
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Everything> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Everything> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "flag", keypath: \Everything.flag, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "count", keypath: \Everything.count, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "small", keypath: \Everything.small, defaultValue: 1 as Int8, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "unsigned", keypath: \Everything.unsigned, defaultValue: 2 as UInt64, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "ratio", keypath: \Everything.ratio, defaultValue: 1 as Double, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "single", keypath: \Everything.single, defaultValue: 0.5 as Float, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "text", keypath: \Everything.text, defaultValue: "", metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "when", keypath: \Everything.when, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "bytes", keypath: \Everything.bytes, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "key", keypath: \Everything.key, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "link", keypath: \Everything.link, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "price", keypath: \Everything.price, defaultValue: 0 as Decimal, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "maybe", keypath: \Everything.maybe, defaultValue: nil, metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Everything?.?.flag,
            \Everything?.?.count,
            \Everything?.?.small,
            \Everything?.?.unsigned,
            \Everything?.?.ratio,
            \Everything?.?.single,
            \Everything?.?.text,
            \Everything?.?.when,
            \Everything?.?.bytes,
            \Everything?.?.key,
            \Everything?.?.link,
            \Everything?.?.price,
            \Everything?.?.maybe,
        ]
    }

    static var _$propertyCount: Int {
        13
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Everything>) {
        _flag = .init()
        _count = .init()
        _small = .init()
        _unsigned = .init()
        _ratio = .init()
        _single = .init()
        _text = .init()
        _when = .init()
        _bytes = .init()
        _key = .init()
        _link = .init()
        _price = .init()
        _maybe = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _flag = row.read(0)
        _count = row.read(1)
        _small = row.read(2)
        _unsigned = row.read(3)
        _ratio = row.read(4)
        _single = row.read(5)
        _text = row.read(6)
        _when = row.read(7)
        _bytes = row.read(8)
        _key = row.read(9)
        _link = row.read(10)
        _price = row.read(11)
        _maybe = row.read(12)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_flag)
        case 1:
            writer.bind(_count)
        case 2:
            writer.bind(_small)
        case 3:
            writer.bind(_unsigned)
        case 4:
            writer.bind(_ratio)
        case 5:
            writer.bind(_single)
        case 6:
            writer.bind(_text)
        case 7:
            writer.bind(_when)
        case 8:
            writer.bind(_bytes)
        case 9:
            writer.bind(_key)
        case 10:
            writer.bind(_link)
        case 11:
            writer.bind(_price)
        case 12:
            writer.bind(_maybe)
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
            visitor.visit(&_small, ordinal)
        case 3:
            visitor.visit(&_unsigned, ordinal)
        case 4:
            visitor.visit(&_ratio, ordinal)
        case 5:
            visitor.visit(&_single, ordinal)
        case 6:
            visitor.visit(&_text, ordinal)
        case 7:
            visitor.visit(&_when, ordinal)
        case 8:
            visitor.visit(&_bytes, ordinal)
        case 9:
            visitor.visit(&_key, ordinal)
        case 10:
            visitor.visit(&_link, ordinal)
        case 11:
            visitor.visit(&_price, ordinal)
        case 12:
            visitor.visit(&_maybe, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Everything, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Everything, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Everything: nonisolated SwiftData.PersistentModel {
}

extension Everything: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Everything inside a ModelActor.")
extension Everything: Sendable {
}
