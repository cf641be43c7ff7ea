@Model package class Packaged {
    package var title: String = ""
    package init() {}
}
// ---- expands to ----
package class Packaged {
    package var title: String {
        @storageRestrictions(initializes: _title)
        init(initialValue) {
            _title = .init(initialValue)
        }
        get {
            _$willGet(\Packaged.title, 0, _title.isLoaded)
            return _title.value
        }
        set {
            _$set(\Packaged.title, 0, newValue) {
                _title = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _title: SwiftData._Slot<String>
    package init() {}

    package typealias _$RootModel = Packaged
    package let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Packaged> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    package var persistentBackingData: any SwiftData.BackingData<Packaged> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    package class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \Packaged.title, defaultValue: "", metadata: nil),
        ]
    }

    package static func _$inheritableMetadata<_Sub: Packaged>(for subclass: _Sub.Type) -> [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "title", keypath: \_Sub.title, defaultValue: nil, metadata: nil),
        ]
    }

    package class var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        _$inheritableOptionalKeyPaths(for: Packaged.self)
    }

    package static func _$inheritableOptionalKeyPaths<_Sub: Packaged>(for subclass: _Sub.Type) -> [Swift.AnyKeyPath] {
        return [
            \_Sub?.?.title,
        ]
    }

    package class var _$propertyCount: Int {
        1
    }

    package class var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    required package init(backingData: any SwiftData.BackingData<Packaged>) {
        _title = .init()
        self.persistentBackingData = backingData
    }

    required package init(_$row row: inout SwiftData._RowReader) {
        _title = row.read(0)
    }

    package func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        case 0:
            writer.bind(_title)
        default:
            break
        }
    }

    package func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
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

    internal nonisolated func access<_M>(keyPath: KeyPath<Packaged, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Packaged, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Packaged: nonisolated SwiftData.PersistentModel {
}

extension Packaged: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Packaged inside a ModelActor.")
extension Packaged: Sendable {
}
