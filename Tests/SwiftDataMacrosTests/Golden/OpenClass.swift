// Members of an open class can be overridden outside of its module.
@Model open class Base {
    public var title: String = ""
    public init() {}
}
// ---- expands to ----
// Members of an open class can be overridden outside of its module.
open class Base {
    public var title: String {
        @storageRestrictions(initializes: _title)
        init(initialValue) {
            _title = .init(initialValue)
        }
        get {
            _$willGet(\Base.title, 0, _title.isLoaded)
            return _title.value
        }
        set {
            _$set(\Base.title, 0, newValue) {
                _title = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
    public init() {}

    public typealias _$RootModel = Base
    public let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Base> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    public var persistentBackingData: any SwiftData.BackingData<Base> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    open class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Base.title, defaultValue: "", metadata: nil),
        ]
    }

    public static func _$inheritableMetadata<_Sub: Base>(for subclass: _Sub.Type) -> [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \_Sub.title, defaultValue: nil, metadata: nil),
        ]
    }

    open class var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        _$inheritableOptionalKeyPaths(for: Base.self)
    }

    public static func _$inheritableOptionalKeyPaths<_Sub: Base>(for subclass: _Sub.Type) -> [Swift.AnyKeyPath] {
        return [
            \_Sub?.?.title,
        ]
    }

    open class var _$propertyCount: Int {
        1
    }

    open class var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    required public init(backingData: any SwiftData.BackingData<Base>) {
        _title = .init()
        self.persistentBackingData = backingData
    }

    required public init(_$row row: inout SwiftData._RowReader) {
        _title = row.read(0)
    }

    open func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_title)
        default:
            break
        }
    }

    open func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
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

    internal nonisolated func access<_M>(keyPath: KeyPath<Base, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Base, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Base: nonisolated SwiftData.PersistentModel {
}

extension Base: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Base inside a ModelActor.")
extension Base: Sendable {
}
