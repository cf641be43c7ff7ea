@_spi(Reflection) import Swift

/// Where the property wrappers of a view's type lie, and how two values of the type are compared.
///
/// Two values are the same where their bits are the same: then they refer to the same objects and hold the same values. Where bits
/// differ, `==` decides, if the type has it; of what has none, a body may be evaluated once more than needed.
@MainActor
struct FieldPlan {
    private struct Field {
        let offset: Int
        let size: Int
        let dynamicType: (any DynamicProperty.Type)?
        /// Values only: of two objects that say that they are equal each may still be drawn otherwise.
        let equatableType: (any Equatable.Type)?

        init(offset: Int, type: Any.Type) {
            self.offset = offset
            size = sizeInMemory(of: type)
            dynamicType = type as? any DynamicProperty.Type
            equatableType = type is AnyClass ? nil : type as? any Equatable.Type
        }
    }

    private let fields: [Field]
    private static var known: [ObjectIdentifier: FieldPlan] = [:]

    static func of(_ type: Any.Type) -> FieldPlan {
        let key = ObjectIdentifier(type)
        if let plan = known[key] { return plan }
        let plan = FieldPlan(type)
        known[key] = plan
        return plan
    }

    private init(_ type: Any.Type) {
        var found: [(offset: Int, type: Any.Type)] = []
        _ = _forEachField(of: type) { _, offset, type, _ in
            found.append((offset, type))
            return true
        }
        fields = found.map { Field(offset: $0.offset, type: $0.type) }
    }

    /// Connects the property wrappers of a view with the state of its node.
    func install<V>(_ view: inout V, _ slot: PropertySlot) {
        guard fields.contains(where: { $0.dynamicType != nil }) else { return }
        withUnsafeMutableBytes(of: &view) { bytes in
            guard let base = bytes.baseAddress else { return }
            install(at: base, slot)
        }
    }

    private func install(at base: UnsafeMutableRawPointer, _ slot: PropertySlot) {
        for field in fields {
            guard let type = field.dynamicType else { continue }
            Self.installOne(type, at: base + field.offset, slot.at(field.offset))
        }
    }

    private static func installOne<P: DynamicProperty>(
        _ type: P.Type,
        at address: UnsafeMutableRawPointer,
        _ slot: PropertySlot
    ) {
        let property = address.assumingMemoryBound(to: P.self)
        if let type = type as? any GraphProperty.Type {
            installGraph(type, at: address, slot)
        } else {
            FieldPlan.of(P.self).install(at: address, slot)
        }
        property.pointee.update()
    }

    private static func installGraph<P: GraphProperty>(
        _ type: P.Type,
        at address: UnsafeMutableRawPointer,
        _ slot: PropertySlot
    ) {
        address.assumingMemoryBound(to: P.self).pointee.install(slot)
    }

    /// Whether a body would see the same in both.
    func areSame<V>(_ left: V, _ right: V) -> Bool {
        withUnsafeBytes(of: left) { left in
            withUnsafeBytes(of: right) { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return areSame(at: left, right)
            }
        }
    }

    private func areSame(at left: UnsafeRawPointer, _ right: UnsafeRawPointer) -> Bool {
        fields.allSatisfy { field in
            let (left, right) = (left + field.offset, right + field.offset)
            if let type = field.dynamicType { return Self.areSame(type, left, right) }
            if Self.haveSameBits(left, right, field.size) { return true }
            return field.equatableType.map { Self.areEqual($0, left, right) } ?? false
        }
    }

    private static func areEqual<E: Equatable>(
        _ type: E.Type,
        _ left: UnsafeRawPointer,
        _ right: UnsafeRawPointer
    ) -> Bool {
        left.assumingMemoryBound(to: E.self).pointee == right.assumingMemoryBound(to: E.self).pointee
    }

    private static func areSame<P: DynamicProperty>(
        _ type: P.Type,
        _ left: UnsafeRawPointer,
        _ right: UnsafeRawPointer
    ) -> Bool {
        if let type = type as? any GraphProperty.Type { return areSameGraph(type, left, right) }
        return FieldPlan.of(P.self).areSame(at: left, right)
    }

    private static func areSameGraph<P: GraphProperty>(
        _ type: P.Type,
        _ left: UnsafeRawPointer,
        _ right: UnsafeRawPointer
    ) -> Bool {
        left.assumingMemoryBound(to: P.self).pointee.isSame(as: right.assumingMemoryBound(to: P.self).pointee)
    }

    nonisolated static func haveSameBits(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ size: Int) -> Bool {
        UnsafeRawBufferPointer(start: left, count: size).elementsEqual(
            UnsafeRawBufferPointer(start: right, count: size)
        )
    }
}

private func sizeInMemory(of type: Any.Type) -> Int {
    func size<T>(_ type: T.Type) -> Int { MemoryLayout<T>.size }
    return _openExistential(type, do: size)
}

/// Whether two values are the same, as far as it can be told.
func areSameValues<Value>(_ left: Value, _ right: Value) -> Bool {
    if let left = left as? any Equatable { return isEqual(left, right) }
    return withUnsafeBytes(of: left) { left in withUnsafeBytes(of: right) { left.elementsEqual($0) } }
}

private func isEqual<E: Equatable>(_ left: E, _ right: Any) -> Bool { (right as? E).map { $0 == left } ?? false }

/// Where a property wrapper keeps its state.
@MainActor
struct PropertySlot {
    let node: IdentityNode
    let key: Int
    let environment: EnvironmentValues

    func at(_ offset: Int) -> PropertySlot {
        PropertySlot(node: node, key: key * 4_096 + offset + 1, environment: environment)
    }

    /// What the node keeps for the wrapper.
    func box<Box: AnyObject>(_ make: () -> Box) -> Box {
        if let known = node.boxes[key] as? Box { return known }
        let box = make()
        node.boxes[key] = box
        return box
    }
}

/// A stored property of a view that takes part in its drawing.
///
/// Source: Apple's `DynamicProperty`.
public protocol DynamicProperty {
    /// Called before each evaluation of the view's body.
    mutating func update()
}

extension DynamicProperty {
    /// Does nothing.
    public mutating func update() {}
}

/// A property wrapper of the framework.
protocol GraphProperty: DynamicProperty {
    /// Connects the wrapper with the state of its node.
    @MainActor mutating func install(_ slot: PropertySlot)
    /// Whether a body that has the one would see the same with the other.
    @MainActor func isSame(as other: Self) -> Bool
}
