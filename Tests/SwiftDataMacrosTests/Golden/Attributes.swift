// Attributes keep their arguments in the schema; a transformable one has its own macro.
@Model final class Attributed {
    @Attribute(.unique) var key: UUID
    @Attribute(.externalStorage, originalName: "image") var picture: Data?
    @Attribute var plain: Int = 0
    @Attribute(.transformable(by: "ColorTransformer")) var color: Color?
    @Attribute(.ephemeral, hashModifier: "v2") var draft: String = ""
    init(key: UUID) { self.key = key }
}
// ---- expands to ----
// Attributes keep their arguments in the schema; a transformable one has its own macro.
final class Attributed {
    var key: UUID {
        @storageRestrictions(initializes: _key)
        init(initialValue) {
            _key = .init(initialValue)
        }
        get {
            _$willGet(\Attributed.key, 0, _key.isLoaded)
            return _key.value
        }
        set {
            _$set(\Attributed.key, 0, newValue) {
                _key = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _key: SwiftData._Slot<UUID>
    var picture: Data? {
        @storageRestrictions(initializes: _picture)
        init(initialValue) {
            _picture = .init(initialValue)
        }
        get {
            _$willGet(\Attributed.picture, 1, _picture.isLoaded)
            return _picture.value
        }
        set {
            _$set(\Attributed.picture, 1, newValue) {
                _picture = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _picture: SwiftData._Slot<Data?> = .init(nil)
    var plain: Int {
        @storageRestrictions(initializes: _plain)
        init(initialValue) {
            _plain = .init(initialValue)
        }
        get {
            _$willGet(\Attributed.plain, 2, _plain.isLoaded)
            return _plain.value
        }
        set {
            _$set(\Attributed.plain, 2, newValue) {
                _plain = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _plain: SwiftData._Slot<Int>
    var color: Color? {
        @storageRestrictions(initializes: _color)
        init(initialValue) {
            _color = .init(initialValue)
        }
        get {
            _$willGet(\Attributed.color, 3, _color.isLoaded)
            return _color.value
        }
        set {
            _$set(\Attributed.color, 3, newValue) {
                _color = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _color: SwiftData._TransformedSlot<Color?> = .init(nil)
    var draft: String {
        @storageRestrictions(initializes: _draft)
        init(initialValue) {
            _draft = .init(initialValue)
        }
        get {
            _$willGet(\Attributed.draft, 4, _draft.isLoaded)
            return _draft.value
        }
        set {
            _$set(\Attributed.draft, 4, newValue) {
                _draft = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _draft: SwiftData._Slot<String>
    init(key: UUID) { self.key = key }

    typealias _$RootModel = Attributed
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Attributed> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Attributed> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "key", keypath: \Attributed.key, defaultValue: nil, metadata: SwiftData.Schema.Attribute(.unique)),
            SwiftData.Schema.PropertyMetadata(name: "picture", keypath: \Attributed.picture, defaultValue: nil, metadata: SwiftData.Schema.Attribute(.externalStorage, originalName: "image")),
            SwiftData.Schema.PropertyMetadata(name: "plain", keypath: \Attributed.plain, defaultValue: 0, metadata: SwiftData.Schema.Attribute()),
            SwiftData.Schema.PropertyMetadata(name: "color", keypath: \Attributed.color, defaultValue: nil, metadata: SwiftData.Schema.Attribute(.transformable(by: "ColorTransformer"))),
            SwiftData.Schema.PropertyMetadata(name: "draft", keypath: \Attributed.draft, defaultValue: "", metadata: SwiftData.Schema.Attribute(.ephemeral, hashModifier: "v2")),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Attributed?.?.key,
            \Attributed?.?.picture,
            \Attributed?.?.plain,
            \Attributed?.?.color,
            \Attributed?.?.draft,
        ]
    }

    static var _$propertyCount: Int {
        5
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Attributed>) {
        _key = .init()
        _picture = .init()
        _plain = .init()
        _color = .init()
        _draft = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _key = row.read(0)
        _picture = row.read(1)
        _plain = row.read(2)
        _color = row.read(3)
        _draft = row.read(4)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_key)
        case 1:
            writer.bind(_picture)
        case 2:
            writer.bind(_plain)
        case 3:
            writer.bind(_color, SwiftData._Transformer("ColorTransformer"))
        case 4:
            writer.bind(_draft)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_key, ordinal)
        case 1:
            visitor.visit(&_picture, ordinal)
        case 2:
            visitor.visit(&_plain, ordinal)
        case 3:
            visitor.visit(&_color, ordinal, SwiftData._Transformer("ColorTransformer"))
        case 4:
            visitor.visit(&_draft, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Attributed, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Attributed, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Attributed: nonisolated SwiftData.PersistentModel {
}

extension Attributed: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Attributed inside a ModelActor.")
extension Attributed: Sendable {
}
