// Constants have no setter.
@Model final class Constants {
    let code: Int
    let created: Date = Date()
    let note: String?
    init(code: Int, note: String?) {
        self.code = code
        self.note = note
    }
}
// ---- expands to ----
// Constants have no setter.
final class Constants {
    let code: Int {
        @storageRestrictions(initializes: _code)
        init(initialValue) {
            _code = .init(initialValue)
        }
        get {
            _$willGet(\Constants.code, 0, _code.isLoaded)
            return _code.value
        }
    }
    @exclusivity(unchecked) private var _code: SwiftData._Slot<Int>
    let created: Date {
        @storageRestrictions(initializes: _created)
        init(initialValue) {
            _created = .init(initialValue)
        }
        get {
            _$willGet(\Constants.created, 1, _created.isLoaded)
            return _created.value
        }
    }
    @exclusivity(unchecked) private var _created: SwiftData._Slot<Date>
    let note: String? {
        @storageRestrictions(initializes: _note)
        init(initialValue) {
            _note = .init(initialValue)
        }
        get {
            _$willGet(\Constants.note, 2, _note.isLoaded)
            return _note.value
        }
    }
    @exclusivity(unchecked) private var _note: SwiftData._Slot<String?>
    init(code: Int, note: String?) {
        self.code = code
        self.note = note
    }

    typealias _$RootModel = Constants
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Constants> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Constants> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "code", keypath: \Constants.code, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "created", keypath: \Constants.created, defaultValue: Date(), metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "note", keypath: \Constants.note, defaultValue: nil, metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Constants?.?.code,
            \Constants?.?.created,
            \Constants?.?.note,
        ]
    }

    static var _$propertyCount: Int {
        3
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Constants>) {
        _code = .init()
        _created = .init()
        _note = .init()
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {
        _code = row.read(0)
        _created = row.read(1)
        _note = row.read(2)
    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_code)
        case 1:
            writer.bind(_created)
        case 2:
            writer.bind(_note)
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        case 0:
            visitor.visit(&_code, ordinal)
        case 1:
            visitor.visit(&_created, ordinal)
        case 2:
            visitor.visit(&_note, ordinal)
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Constants, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Constants, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Constants: nonisolated SwiftData.PersistentModel {
}

extension Constants: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Constants inside a ModelActor.")
extension Constants: Sendable {
}
