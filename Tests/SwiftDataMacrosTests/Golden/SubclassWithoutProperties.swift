// inherits
@Model public final class Cat: Animal {
    public override init(name: String) { super.init(name: name) }
}
// ---- expands to ----
// inherits
public final class Cat: Animal {
    public override init(name: String) { super.init(name: name) }

    override public static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [] + Animal._$inheritableMetadata(for: Cat.self)
    }

    override public static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        let own: [Swift.AnyKeyPath] = []
        return Animal._$inheritableOptionalKeyPaths(for: Cat.self) + own
    }

    private static var _$firstOrdinal: Int {
        Animal._$propertyCount
    }

    override public static var _$propertyCount: Int {
        Animal._$propertyCount + 0
    }

    override public static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        Animal.self
    }

    required public init(backingData: any SwiftData.BackingData<_$RootModel>) {
        super.init(backingData: backingData)
    }

    required public init(_$row row: inout SwiftData._RowReader) {
        let _$firstOrdinal = Cat._$firstOrdinal
        super.init(_$row: &row)
    }

    override public func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal - Cat._$firstOrdinal {
        default:
            super._$bind(ordinal, to: &writer)
        }
    }

    override public func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal - Cat._$firstOrdinal {
        default:
            super._$visit(ordinal, &visitor)
        }
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Cat, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Cat, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }
}
