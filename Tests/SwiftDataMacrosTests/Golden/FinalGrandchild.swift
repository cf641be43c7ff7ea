// inherits
@Model final class Puppy: Dog, Named {
    var weeks: Int
    init(weeks: Int) {
        self.weeks = weeks
        super.init(name: "")
    }
}
// ---- expands to ----
// inherits
final class Puppy: Dog, Named {
    var weeks: Int {
        @storageRestrictions(initializes: _weeks)
        init(initialValue) {
            _weeks = .init(initialValue)
        }
        get {
            _$willGet(\Puppy.weeks, Puppy._$firstOrdinal + 0, _weeks.isLoaded)
            return _weeks.value
        }
        set {
            _$set(\Puppy.weeks, Puppy._$firstOrdinal + 0, newValue) {
                _weeks = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _weeks: SwiftData._Slot<Int>
    init(weeks: Int) {
        self.weeks = weeks
        super.init(name: "")
    }

    override static var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "weeks", keypath: \Puppy.weeks, defaultValue: nil, metadata: nil),
        ] + Dog._$inheritableMetadata(for: Puppy.self)
    }

    override static var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        let own: [Swift.AnyKeyPath] = [
            \Puppy?.?.weeks,
        ]
        return Dog._$inheritableOptionalKeyPaths(for: Puppy.self) + own
    }

    private static var _$firstOrdinal: Int {
        Dog._$propertyCount
    }

    override static var _$propertyCount: Int {
        Dog._$propertyCount + 1
    }

    override static var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        Dog.self
    }

    required init(backingData: any SwiftData.BackingData<_$RootModel>) {
        _weeks = .init()
        super.init(backingData: backingData)
    }

    required init(_$row row: inout SwiftData._RowReader) {
        let _$firstOrdinal = Puppy._$firstOrdinal
        _weeks = row.read(_$firstOrdinal + 0)
        super.init(_$row: &row)
    }

    override func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal - Puppy._$firstOrdinal {
        case 0:
            writer.bind(_weeks)
        default:
            super._$bind(ordinal, to: &writer)
        }
    }

    override func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal - Puppy._$firstOrdinal {
        case 0:
            visitor.visit(&_weeks, ordinal)
        default:
            super._$visit(ordinal, &visitor)
        }
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Puppy, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Puppy, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }
}
