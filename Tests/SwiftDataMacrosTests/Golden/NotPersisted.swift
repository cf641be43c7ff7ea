// What is not stored in the object, or not to be kept, is left alone.
@Model final class Mixed {
    var title: String = ""
    @Transient var scratch = 1
    @SwiftData.Transient var other: Int?
    static let shared = 1
    static var counter = 0
    lazy var heavy = Heavy()
    var computed: Int { 1 }
    var both: Int {
        get { 1 }
        set {}
    }
    func method() {}
    init() {}
}
// ---- expands to ----
// What is not stored in the object, or not to be kept, is left alone.
final class Mixed {
    var title: String {
        @storageRestrictions(initializes: _title)
        init(initialValue) {
            _title = .init(initialValue)
        }
        get {
            _$willGet(\Mixed.title, 0, _title.isLoaded)
            return _title.value
        }
        set {
            _$set(\Mixed.title, 0, newValue) {
                _title = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
    var scratch = 1
    @SwiftData.Transient var other: Int?
    static let shared = 1
    static var counter = 0
    lazy var heavy = Heavy()
    var computed: Int { 1 }
    var both: Int {
        get { 1 }
        set {}
    }
    func method() {}
    init() {}

    typealias _$RootModel = Mixed
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Mixed> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Mixed> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Mixed.title, defaultValue: "", metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Mixed?.?.title,
        ]
    }

    static var _$propertyCount: Int {
        1
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Mixed>) {
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

    internal nonisolated func access<_M>(keyPath: KeyPath<Mixed, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Mixed, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Mixed: nonisolated SwiftData.PersistentModel {
}

extension Mixed: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Mixed inside a ModelActor.")
extension Mixed: Sendable {
}
