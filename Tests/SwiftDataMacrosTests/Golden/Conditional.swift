// Only what is compiled counts; without a build configuration nothing in a condition does.
@Model final class Conditional {
    var title: String = ""
    #if DEBUG
    static let debugging = true
    #endif
    var last: Int = 0
    init() {}
}
// ---- expands to ----
// Only what is compiled counts; without a build configuration nothing in a condition does.
final class Conditional {
    var title: String {
        @storageRestrictions(initializes: _title)
        init(initialValue) {
            _title = .init(initialValue)
        }
        get {
            _$willGet(\Conditional.title, 0, _title.isLoaded)
            return _title.value
        }
        set {
            _$set(\Conditional.title, 0, newValue) {
                _title = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
    #if DEBUG
    static let debugging = true
    #endif
    var last: Int {
        @storageRestrictions(initializes: _last)
        init(initialValue) {
            _last = .init(initialValue)
        }
        get {
            _$willGet(\Conditional.last, 1, _last.isLoaded)
            return _last.value
        }
        set {
            _$set(\Conditional.last, 1, newValue) {
                _last = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _last: SwiftData._Slot<Int>
    init() {}

    typealias _$RootModel = Conditional
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Conditional> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Conditional> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Conditional.title, defaultValue: "", metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "last", keypath: \Conditional.last, defaultValue: 0, metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Conditional?.?.title,
            \Conditional?.?.last,
        ]
    }

    static var _$propertyCount: Int {
        2
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Conditional>) {
        _title = .init()
        _last = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _title = row.read(0)
        _last = row.read(1)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_title)
        case 1:
            writer.bind(_last)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_title, ordinal)
        case 1:
            visitor.visit(&_last, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Conditional, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Conditional, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Conditional: nonisolated SwiftData.PersistentModel {
}

extension Conditional: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Conditional inside a ModelActor.")
extension Conditional: Sendable {
}
