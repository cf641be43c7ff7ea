@Model private final class Hidden {
    private var title: String = ""
    init() {}
}
@Model fileprivate class HiddenInFile {
    fileprivate var title: String = ""
    init() {}
}
// ---- expands to ----
private final class Hidden {
    private var title: String {
        @storageRestrictions(initializes: _title)
        init(initialValue) {
            _title = .init(initialValue)
        }
        get {
            _$willGet(\Hidden.title, 0, _title.isLoaded)
            return _title.value
        }
        set {
            _$set(\Hidden.title, 0, newValue) {
                _title = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
    init() {}

    typealias _$RootModel = Hidden
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Hidden> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Hidden> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Hidden.title, defaultValue: "", metadata: nil),
        ]
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return [
            \Hidden?.?.title,
        ]
    }

    static var _$propertyCount: Int {
        1
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Hidden>) {
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

    internal nonisolated func access<_M>(keyPath: KeyPath<Hidden, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Hidden, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}
fileprivate class HiddenInFile {
    fileprivate var title: String {
        @storageRestrictions(initializes: _title)
        init(initialValue) {
            _title = .init(initialValue)
        }
        get {
            _$willGet(\HiddenInFile.title, 0, _title.isLoaded)
            return _title.value
        }
        set {
            _$set(\HiddenInFile.title, 0, newValue) {
                _title = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
    init() {}

    typealias _$RootModel = HiddenInFile
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<HiddenInFile> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<HiddenInFile> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \HiddenInFile.title, defaultValue: "", metadata: nil),
        ]
    }

    static func _$inheritableMetadata<_Sub: HiddenInFile>(for subclass: _Sub.Type) -> [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \_Sub.title, defaultValue: nil, metadata: nil),
        ]
    }

    class var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        _$inheritableOptionalKeyPaths(for: HiddenInFile.self)
    }

    static func _$inheritableOptionalKeyPaths<_Sub: HiddenInFile>(for subclass: _Sub.Type) -> [Swift.AnyKeyPath] {
        return [
            \_Sub?.?.title,
        ]
    }

    class var _$propertyCount: Int {
        1
    }

    class var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    required init(backingData: any SwiftData.BackingData<HiddenInFile>) {
        _title = .init()
        self.persistentBackingData = backingData
    }

    required init(_$row row: inout SwiftData._RowReader) {
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

    internal nonisolated func access<_M>(keyPath: KeyPath<HiddenInFile, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<HiddenInFile, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Hidden: nonisolated SwiftData.PersistentModel {
}

extension Hidden: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Hidden inside a ModelActor.")
extension Hidden: Sendable {
}

extension HiddenInFile: nonisolated SwiftData.PersistentModel {
}

extension HiddenInFile: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with HiddenInFile inside a ModelActor.")
extension HiddenInFile: Sendable {
}
