import Foundation
import SwiftData

/// What a random model has: its properties, typed, so that data, conditions and orders can be drawn for it.
struct ModelShape<Model: PersistentModel>: SomeModelShape {
    let name: String
    let make: () -> Model
    let properties: [any ModelProperty<Model>]
    /// What objects can be sorted by beside their own properties.
    var farOrders: [any OrderSource<Model>] = []

    /// A condition of at most so many levels of "and", "or", "not" and "if".
    func condition(depth: Int, links: Int = 2, _ random: inout SeededGenerator) -> any Condition<Model> {
        guard depth > 0 else { return random.pick(properties).condition(links: links, &random) }
        let first = condition(depth: depth - 1, links: links, &random)
        switch random.number(0...4) {
        case 0: return both(first, condition(depth: depth - 1, links: links, &random))
        case 1: return either(first, condition(depth: depth - 1, links: links, &random))
        case 2: return denied(first)
        case 3:
            let second = condition(depth: depth - 1, links: links, &random)
            return choice(first, second, condition(depth: 0, links: links, &random))
        default: return first
        }
    }

    /// Up to three orders.
    func orders(links: Bool, _ random: inout SeededGenerator) -> [RandomOrder<Model>] {
        let sources: [any OrderSource<Model>] = properties + (links ? farOrders : [])
        return (0..<random.number(0...3)).compactMap { _ in random.pick(sources).order(&random) }
    }

    private func both<Left: Condition<Model>, Right: Condition<Model>>(
        _ left: Left,
        _ right: Right
    ) -> any Condition<Model> { Both(left: left, right: right) }

    private func either<Left: Condition<Model>, Right: Condition<Model>>(
        _ left: Left,
        _ right: Right
    ) -> any Condition<Model> { Either(left: left, right: right) }

    private func denied<Inner: Condition<Model>>(_ inner: Inner) -> any Condition<Model> { Denied(inner: inner) }

    private func choice<Test: Condition<Model>, Yes: Condition<Model>, No: Condition<Model>>(
        _ test: Test,
        _ yes: Yes,
        _ no: No
    ) -> any Condition<Model> { Choice(test: test, yes: yes, no: no) }
}

/// A shape of any model.
protocol SomeModelShape<Model> {
    associatedtype Model: PersistentModel
    var name: String { get }
    var make: () -> Model { get }
    var properties: [any ModelProperty<Model>] { get }
    func condition(depth: Int, links: Int, _ random: inout SeededGenerator) -> any Condition<Model>
    func orders(links: Bool, _ random: inout SeededGenerator) -> [RandomOrder<Model>]
}

/// What objects can be sorted by.
protocol OrderSource<Model> {
    associatedtype Model: PersistentModel
    /// Nil for what has no order.
    func order(_ random: inout SeededGenerator) -> RandomOrder<Model>?
}

/// A property of a random model.
protocol ModelProperty<Model>: OrderSource {
    /// Whether it is a column, and no link.
    var isValue: Bool { get }
    /// Gives the property a random value; links lead to objects of the list.
    func fill(_ model: Model, _ objects: [any PersistentModel], _ random: inout SeededGenerator)
    /// A condition on the property; over at most so many links.
    func condition(links: Int, _ random: inout SeededGenerator) -> any Condition<Model>
    /// A condition on the property of the object that a link points to.
    func condition<Root>(
        through link: Link<Root, Model>,
        links: Int,
        _ random: inout SeededGenerator
    ) -> any Condition<Root>
}

/// A property that is a column.
struct ValueProperty<Model: PersistentModel, Value: RandomValue>: ModelProperty {
    let keyPath: any ReferenceWritableKeyPath<Model, Value> & Sendable
    let name: String

    init(_ name: String, _ keyPath: any ReferenceWritableKeyPath<Model, Value> & Sendable) {
        self.keyPath = keyPath
        self.name = name
    }

    var isValue: Bool { true }
    private var operand: Stored<Model, Value> { Stored(keyPath: keyPath, text: name) }

    func fill(_ model: Model, _ objects: [any PersistentModel], _ random: inout SeededGenerator) {
        model[keyPath: keyPath] = Value.random(&random)
    }

    func condition(links: Int, _ random: inout SeededGenerator) -> any Condition<Model> {
        Value.condition(on: operand, &random)
    }

    func condition<Root>(
        through link: Link<Root, Model>,
        links: Int,
        _ random: inout SeededGenerator
    ) -> any Condition<Root> { Value.condition(on: operand, through: link, &random) }

    func order(_ random: inout SeededGenerator) -> RandomOrder<Model>? {
        Value.order(by: keyPath, OrderWay(name, &random))
    }
}

/// A to-one relationship.
struct LinkProperty<Model: PersistentModel, Target: PersistentModel>: ModelProperty {
    let keyPath: any ReferenceWritableKeyPath<Model, Target?> & Sendable
    let link: Link<Model, Target>
    /// Whether the links are drawn here, and not on the other side.
    let isFilled: Bool
    let shape: () -> ModelShape<Target>

    init(
        _ name: String,
        _ keyPath: any ReferenceWritableKeyPath<Model, Target?> & Sendable,
        isFilled: Bool,
        _ shape: @escaping () -> ModelShape<Target>
    ) {
        self.keyPath = keyPath
        link = Link(keyPath: keyPath, name: name)
        self.isFilled = isFilled
        self.shape = shape
    }

    var isValue: Bool { false }

    func fill(_ model: Model, _ objects: [any PersistentModel], _ random: inout SeededGenerator) {
        guard isFilled else { return }
        let targets = objects.compactMap { $0 as? Target }
        model[keyPath: keyPath] = random.chance(70) && !targets.isEmpty ? random.pick(targets) : nil
    }

    func condition(links: Int, _ random: inout SeededGenerator) -> any Condition<Model> {
        guard links > 0, random.chance(85) else {
            return IsNil(subject: Stored(keyPath: keyPath as any KeyPath<Model, Target?> & Sendable, text: link.name))
        }
        if random.chance(50) {
            return random.pick(shape().properties).condition(through: link, links: links - 1, &random)
        }
        let otherwise = random.chance(50)
        return through(shape().condition(depth: 0, links: links - 1, &random), otherwise)
    }

    private func through<Inner: Condition<Target>>(_ inner: Inner, _ otherwise: Bool) -> any Condition<Model> {
        ThroughLink(link: link, inner: inner, otherwise: otherwise)
    }

    func condition<Root>(
        through link: Link<Root, Model>,
        links: Int,
        _ random: inout SeededGenerator
    ) -> any Condition<Root> {
        nested(condition(links: links, &random), link)
    }

    func order(_ random: inout SeededGenerator) -> RandomOrder<Model>? { nil }
}

/// A to-many relationship.
struct ListProperty<Model: PersistentModel, Target: PersistentModel>: ModelProperty {
    let keyPath: any ReferenceWritableKeyPath<Model, [Target]> & Sendable
    let name: String
    /// Whether the links are drawn here, and not on the other side.
    let isFilled: Bool
    let shape: () -> ModelShape<Target>

    init(
        _ name: String,
        _ keyPath: any ReferenceWritableKeyPath<Model, [Target]> & Sendable,
        isFilled: Bool,
        _ shape: @escaping () -> ModelShape<Target>
    ) {
        self.keyPath = keyPath
        self.name = name
        self.isFilled = isFilled
        self.shape = shape
    }

    var isValue: Bool { false }
    private var list: Stored<Model, [Target]> { Stored(keyPath: keyPath, text: name) }

    func fill(_ model: Model, _ objects: [any PersistentModel], _ random: inout SeededGenerator) {
        guard isFilled else { return }
        model[keyPath: keyPath] = objects.compactMap { $0 as? Target }.filter { _ in random.chance(15) }
    }

    func condition(links: Int, _ random: inout SeededGenerator) -> any Condition<Model> {
        switch random.number(0...5) {
        case 0: return Truth(subject: Member(list, \.isEmpty, "isEmpty"))
        case 1: return Int.comparison(on: Member(list, \.count, "count"), &random)
        default:
            guard links > 0 else { return Truth(subject: Member(list, \.isEmpty, "isEmpty")) }
            let member = Drawing.$unwraps.withValue(false) {
                shape().condition(depth: random.number(0...1), links: links - 1, &random)
            }
            return members(member, &random)
        }
    }

    private func members<Inner: Condition<Target>>(
        _ inner: Inner,
        _ random: inout SeededGenerator
    ) -> any Condition<Model> {
        switch random.number(0...2) {
        case 0: Some(list: list, inner: inner)
        case 1: Every(list: list, inner: inner)
        default: CountOfSome(list: list, inner: inner, count: random.number(0...2))
        }
    }

    func condition<Root>(
        through link: Link<Root, Model>,
        links: Int,
        _ random: inout SeededGenerator
    ) -> any Condition<Root> {
        nested(condition(links: links, &random), link)
    }

    func order(_ random: inout SeededGenerator) -> RandomOrder<Model>? { nil }
}

/// A value over one link or more that objects can be sorted by.
struct FarOrder<Model: PersistentModel, Value: RandomValue>: OrderSource {
    let keyPath: any KeyPath<Model, Value?> & Sendable
    let name: String

    init(_ name: String, _ keyPath: any KeyPath<Model, Value?> & Sendable) {
        self.keyPath = keyPath
        self.name = name
    }

    func order(_ random: inout SeededGenerator) -> RandomOrder<Model>? {
        Value.order(by: keyPath, OrderWay(name, &random))
    }
}

extension OrderWay {
    init(_ name: String, _ random: inout SeededGenerator) {
        self.init(name: name, order: random.chance(50) ? .forward : .reverse, isLexical: random.chance(50))
    }
}

private func nested<Root, Inner: Condition>(_ inner: Inner, _ link: Link<Root, Inner.Root>) -> any Condition<Root> {
    ThroughLink(link: link, inner: inner, otherwise: false)
}
