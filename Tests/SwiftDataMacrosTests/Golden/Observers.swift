// Observers of a persisted property are not called; the property is persisted all the same.
@Model final class Observed {
    var title: String = "" {
        didSet { print(title) }
    }
    init() {}
}
// ---- expands to ----
// Observers of a persisted property are not called; the property is persisted all the same.
final class Observed {
    var title: String {
        didSet { print(title) }
        @storageRestrictions(initializes: _title)
        init(initialValue) {
            _title = .init(initialValue)
        }

        get {
            _$willGet(\Observed.title, 0, _title.isLoaded)
            return _title.value
        }

        set {
            _$set(\Observed.title, 0, newValue) {
                _title = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
    init() {}

    typealias _$RootModel = Observed
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Observed> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Observed> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Observed.title, defaultValue: "", metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Observed?.?.title,
        ]
    }

    static var _$propertyCount: Int {
        1
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Observed>) {
        _title = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _title = row.read(0)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_title)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_title, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Observed, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Observed, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Observed: nonisolated SwiftData.PersistentModel {
}

extension Observed: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Observed inside a ModelActor.")
extension Observed: Sendable {
}
// ---- reports ----
// 4:9 warning: 'didSet' is not called for the persisted property 'title'; put the work into a method, or mark the property @Transient
