@Model final class Nothing {
    init() {}
}
// ---- expands to ----
final class Nothing {
    init() {}

    typealias _$RootModel = Nothing
    let _$state = SwiftData._ModelState()
    private var _$backingData: any SwiftData.BackingData<Nothing> {
        get {
            persistentBackingData
        }
        set {
            persistentBackingData = newValue
        }
    }

    var persistentBackingData: any SwiftData.BackingData<Nothing> {
        get {
            SwiftData._backingData(of: self)
        }
        set {
            SwiftData._adopt(newValue, by: self)
        }
    }

    static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return []
    }

    static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        return []
    }

    static var _$propertyCount: Int {
        0
    }

    static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        nil
    }

    init(backingData: any SwiftData.BackingData<Nothing>) {
        self.persistentBackingData = backingData
    }

    init(_$row row: inout SwiftData._RowReader) {

    }

    func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal {
        default:
            break
        }
    }

    func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal {
        default:
            break
        }
    }
    private nonisolated var _$observationRegistrar: Observation.ObservationRegistrar {
        _$registrar
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Nothing, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Nothing, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }

    struct _SwiftDataNoType {
    }
}

extension Nothing: nonisolated SwiftData.PersistentModel {
}

extension Nothing: nonisolated Observation.Observable {
}

@available(*, unavailable, message: "A model stays with its context. Pass persistentModelID to other tasks, or work with Nothing inside a ModelActor.")
extension Nothing: Sendable {
}
