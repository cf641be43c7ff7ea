// inherits
@Model class Dog: Animal {
    var breed: String?
    var tricks = Trick.known()
    override init(name: String) { super.init(name: name) }
}
// ---- expands to ----
// inherits
class Dog: Animal {
    var breed: String? {
        @storageRestrictions(initializes: _breed)
        init(initialValue) {
            _breed = .init(initialValue)
        }
        get {
            _$willGet(\Dog.breed, Dog._$firstOrdinal + 0, _breed.isLoaded)
            return _breed.value
        }
        set {
            _$set(\Dog.breed, Dog._$firstOrdinal + 0, newValue) {
                _breed = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _breed: SwiftData._Slot<String?> = .init(nil)
    var tricks {
        @storageRestrictions(initializes: _tricks)
        init(initialValue) {
            _tricks = .init(initialValue)
        }
        get {
            _$willGet(\Dog.tricks, Dog._$firstOrdinal + 1, _tricks.isLoaded)
            return _tricks[\Dog.tricks].value
        }
        set {
            _$set(\Dog.tricks, Dog._$firstOrdinal + 1, newValue) {
                _tricks = .init(newValue)
            }
        }
    }
    @exclusivity(unchecked) private var _tricks: SwiftData._ErasedSlot
    override init(name: String) { super.init(name: name) }

    override class var schemaMetadata: [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "breed", keypath: \Dog.breed, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "tricks", keypath: \Dog.tricks, defaultValue: Trick.known(), metadata: nil),
        ] + Animal._$inheritableMetadata(for: Dog.self)
    }

    static func _$inheritableMetadata<_Sub: Dog>(for subclass: _Sub.Type) -> [SwiftData.Schema.PropertyMetadata] {
        return [
            SwiftData.Schema.PropertyMetadata(name: "breed", keypath: \_Sub.breed, defaultValue: nil, metadata: nil),
            SwiftData.Schema.PropertyMetadata(name: "tricks", keypath: \_Sub.tricks, defaultValue: nil, metadata: nil),
        ] + Animal._$inheritableMetadata(for: _Sub.self)
    }

    override class var _$optionalKeyPaths: [Swift.AnyKeyPath] {
        _$inheritableOptionalKeyPaths(for: Dog.self)
    }

    static func _$inheritableOptionalKeyPaths<_Sub: Dog>(for subclass: _Sub.Type) -> [Swift.AnyKeyPath] {
        let own: [Swift.AnyKeyPath] = [
            \_Sub?.?.breed,
            \_Sub?.?.tricks,
        ]
        return Animal._$inheritableOptionalKeyPaths(for: _Sub.self) + own
    }

    private static var _$firstOrdinal: Int {
        Animal._$propertyCount
    }

    override class var _$propertyCount: Int {
        Animal._$propertyCount + 2
    }

    override class var _$modelSuperclass: (any SwiftData.PersistentModel.Type)? {
        Animal.self
    }

    required init(backingData: any SwiftData.BackingData<_$RootModel>) {
        _breed = .init()
        _tricks = .init()
        super.init(backingData: backingData)
    }

    required init(_$row row: inout SwiftData._RowReader) {
        let _$firstOrdinal = Dog._$firstOrdinal
        _breed = row.read(_$firstOrdinal + 0)
        _tricks = .init(\Dog.tricks, row.read(_$firstOrdinal + 1))
        super.init(_$row: &row)
    }

    override func _$bind(_ ordinal: Int, to writer: inout SwiftData._RowWriter) {
        switch ordinal - Dog._$firstOrdinal {
        case 0:
            writer.bind(_breed)
        case 1:
            writer.bind(_tricks[\Dog.tricks])
        default:
            super._$bind(ordinal, to: &writer)
        }
    }

    override func _$visit(_ ordinal: Int, _ visitor: inout some SwiftData._SlotVisitor) {
        switch ordinal - Dog._$firstOrdinal {
        case 0:
            visitor.visit(&_breed, ordinal)
        case 1:
            visitor.visit(&_tricks[\Dog.tricks], ordinal)
        default:
            super._$visit(ordinal, &visitor)
        }
    }

    internal nonisolated func access<_M>(keyPath: KeyPath<Dog, _M>) {
        _$registrar.access(self, keyPath: keyPath)
    }

    internal nonisolated func withMutation<_M, _R>(keyPath: KeyPath<Dog, _M>, _ mutation: () throws -> _R) rethrows -> _R {
        try _$registrar.withMutation(of: self, keyPath: keyPath, mutation)
    }
}
