// Names that are keywords.
@Model final class `Class` {
    var `default`: Int = 3
    var `in`: String?
    init() {}
}
// ---- expands to ----
// Names that are keywords.
final class `Class` {
    var `default`: Int {
        @storageRestrictions(initializes: _default)
        init(initialValue) {
            _default = .init(initialValue)
        }
        get {
            _$willGet(\`Class`.`default`, 0, _default.isLoaded)
            return _default.value
        }
        set {
            _$set(\`Class`.`default`, 0, newValue) {
                _default = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _default: SwiftData._Slot<Int>
    var `in`: String? {
        @storageRestrictions(initializes: _in)
        init(initialValue) {
            _in = .init(initialValue)
        }
        get {
            _$willGet(\`Class`.`in`, 1, _in.isLoaded)
            return _in.value
        }
        set {
            _$set(\`Class`.`in`, 1, newValue) {
                _in = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _in: SwiftData._Slot<String?> = .init(nil)
    init() {}

    typealias _$RootModel = `Class`
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<`Class`> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<`Class`> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "default", keypath: \`Class`.`default`, defaultValue: 3, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "in", keypath: \`Class`.`in`, defaultValue: nil, metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \`Class`?.?.`default`,
            \`Class`?.?.`in`,
        ]
    }

    static var _$propertyCount: Int {
        2
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<`Class`>) {
        _default = .init()
        _in = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _default = row.read(0)
        _in = row.read(1)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_default)
        case 1:
            writer.bind(_in)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_default, ordinal)
        case 1:
            visitor.visit(&_in, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<`Class`, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<`Class`, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension `Class`: nonisolated SwiftData.PersistentModel {
}

extension `Class`: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with `Class` inside a ModelActor.")
extension `Class`: Sendable {
}
