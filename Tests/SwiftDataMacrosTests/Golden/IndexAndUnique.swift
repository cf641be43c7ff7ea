// Indices come before unique combinations, whatever their order in the class.
@Model final class Indexed {
    #Unique<Indexed>([\.title, \.date], [\.code])
    #Index<Indexed>([\.title], [\.title, \.date])
    #Index<Indexed>(.rtree([\.x, \.y]))
    var title: String = ""
    var date: Date = Date.distantPast
    var code = 0
    var x = 0.0
    var y = 0.0
    init() {}
}
// ---- expands to ----
// Indices come before unique combinations, whatever their order in the class.
final class Indexed {
    var title: String {
        @storageRestrictions(initializes: _title)
        init(initialValue) {
            _title = .init(initialValue)
        }
        get {
            _$willGet(\Indexed.title, 0, _title.isLoaded)
            return _title.value
        }
        set {
            _$set(\Indexed.title, 0, newValue) {
                _title = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
    var date: Date {
        @storageRestrictions(initializes: _date)
        init(initialValue) {
            _date = .init(initialValue)
        }
        get {
            _$willGet(\Indexed.date, 1, _date.isLoaded)
            return _date.value
        }
        set {
            _$set(\Indexed.date, 1, newValue) {
                _date = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _date: SwiftData._Slot<Date>
    var code {
        @storageRestrictions(initializes: _code)
        init(initialValue) {
            _code = .init(initialValue)
        }
        get {
            _$willGet(\Indexed.code, 2, _code.isLoaded)
            return _code.value
        }
        set {
            _$set(\Indexed.code, 2, newValue) {
                _code = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _code: SwiftData._Slot<Int>
    var x {
        @storageRestrictions(initializes: _x)
        init(initialValue) {
            _x = .init(initialValue)
        }
        get {
            _$willGet(\Indexed.x, 3, _x.isLoaded)
            return _x.value
        }
        set {
            _$set(\Indexed.x, 3, newValue) {
                _x = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _x: SwiftData._Slot<Double>
    var y {
        @storageRestrictions(initializes: _y)
        init(initialValue) {
            _y = .init(initialValue)
        }
        get {
            _$willGet(\Indexed.y, 4, _y.isLoaded)
            return _y.value
        }
        set {
            _$set(\Indexed.y, 4, newValue) {
                _y = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _y: SwiftData._Slot<Double>
    init() {}

    typealias _$RootModel = Indexed
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Indexed> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Indexed> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Indexed.title, defaultValue: "", metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "date", keypath: \Indexed.date, defaultValue: Date.distantPast, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "code", keypath: \Indexed.code, defaultValue: 0, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "x", keypath: \Indexed.x, defaultValue: 0.0, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "y", keypath: \Indexed.y, defaultValue: 0.0, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.Index", keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Index<Indexed>([\.title], [\.title, \.date])),
            SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.Index", keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Index<Indexed>(.rtree([\.x, \.y]))),
            SwiftData.Schema.PropertyMetadata(name: "SwiftData.Schema.Unique", keypath: \SwiftData.Schema.encodingVersion, defaultValue: nil, metadata: SwiftData.Schema.Unique<Indexed>([\.title, \.date], [\.code])),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Indexed?.?.title,
            \Indexed?.?.date,
            \Indexed?.?.code,
            \Indexed?.?.x,
            \Indexed?.?.y,
        ]
    }

    static var _$propertyCount: Int {
        5
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Indexed>) {
        _title = .init()
        _date = .init()
        _code = .init()
        _x = .init()
        _y = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _title = row.read(0)
        _date = row.read(1)
        _code = row.read(2)
        _x = row.read(3)
        _y = row.read(4)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_title)
        case 1:
            writer.bind(_date)
        case 2:
            writer.bind(_code)
        case 3:
            writer.bind(_x)
        case 4:
            writer.bind(_y)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_title, ordinal)
        case 1:
            visitor.visit(&_date, ordinal)
        case 2:
            visitor.visit(&_code, ordinal)
        case 3:
            visitor.visit(&_x, ordinal)
        case 4:
            visitor.visit(&_y, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Indexed, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Indexed, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Indexed: nonisolated SwiftData.PersistentModel {
}

extension Indexed: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Indexed inside a ModelActor.")
extension Indexed: Sendable {
}
