// Members that the protocol asks for are as visible as the class.
@Model public final class Visible {
    public var title: String
    private(set) public var count = 0
    private var secret: String = ""
    public init(title: String) { self.title = title }
}
// ---- expands to ----
// Members that the protocol asks for are as visible as the class.
public final class Visible {
    public var title: String {
        @storageRestrictions(initializes: _title)
        init(initialValue) {
            _title = .init(initialValue)
        }
        get {
            _$willGet(\Visible.title, 0, _title.isLoaded)
            return _title.value
        }
        set {
            _$set(\Visible.title, 0, newValue) {
                _title = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
    private(set) public var count {
        @storageRestrictions(initializes: _count)
        init(initialValue) {
            _count = .init(initialValue)
        }
        get {
            _$willGet(\Visible.count, 1, _count.isLoaded)
            return _count.value
        }
        set {
            _$set(\Visible.count, 1, newValue) {
                _count = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _count: SwiftData._Slot<Int>
    private var secret: String {
        @storageRestrictions(initializes: _secret)
        init(initialValue) {
            _secret = .init(initialValue)
        }
        get {
            _$willGet(\Visible.secret, 2, _secret.isLoaded)
            return _secret.value
        }
        set {
            _$set(\Visible.secret, 2, newValue) {
                _secret = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _secret: SwiftData._Slot<String>
    public init(title: String) { self.title = title }

    public typealias _$RootModel = Visible
    public let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Visible> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    public var persistentBackingData: any SwiftData.BackingData<Visible> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    public static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Visible.title, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "count", keypath: \Visible.count, defaultValue: 0, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "secret", keypath: \Visible.secret, defaultValue: "", metadata: nil),
        ]
    }

    public static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Visible?.?.title,
            \Visible?.?.count,
            \Visible?.?.secret,
        ]
    }

    public static var _$propertyCount: Int {
        3
    }

    public static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    public init(backingData: any SwiftData.BackingData<Visible>) {
        _title = .init()
        _count = .init()
        _secret = .init()
        self.persistentBackingData = backingData
    }

    public init(_$row row: inout SwiftData._RowReader) {
        _title = row.read(0)
        _count = row.read(1)
        _secret = row.read(2)
    }

    public func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_title)
        case 1:
            writer.bind(_count)
        case 2:
            writer.bind(_secret)
        default:
            break
        }
    }

    public func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_title, ordinal)
        case 1:
            visitor.visit(&_count, ordinal)
        case 2:
            visitor.visit(&_secret, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Visible, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Visible, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Visible: nonisolated SwiftData.PersistentModel {
}

extension Visible: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Visible inside a ModelActor.")
extension Visible: Sendable {
}
