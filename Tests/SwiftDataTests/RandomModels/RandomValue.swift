import Foundation
import SwiftData

/// A type of property that the random models have: how its values, conditions and orders are drawn.
///
/// Values are drawn from few, so that equal ones meet.
protocol RandomValue: Codable, Hashable, Sendable {
    static func random(_ random: inout SeededGenerator) -> Self
    /// A value for an array of them.
    static func randomMember(_ random: inout SeededGenerator) -> Self
    /// A condition on something that has this type.
    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Self
    /// A condition on such a value of the object that a link points to.
    static func condition<Root, Subject: Operand>(
        on subject: Subject,
        through link: Link<Root, Subject.Root>,
        _ random: inout SeededGenerator
    ) -> any Condition<Root> where Subject.Value == Self
    /// An order by such a value; nil for a type without one.
    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, Self> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>?
    /// An order by such an optional value; nil for a type without one.
    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, Self?> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>?
}

/// What may be drawn.
enum Drawing {
    /// Whether an optional may be unwrapped by force.
    ///
    /// Not for the members of a list: how many of them `evaluate` asks before it fails or knows the answer depends on
    /// their order, and in SQL one that fails just does not match.
    @TaskLocal static var unwraps = true
}

extension RandomValue {
    static func randomMember(_ random: inout SeededGenerator) -> Self { Self.random(&random) }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Self { equality(on: subject, &random) }

    static func condition<Root, Subject: Operand>(
        on subject: Subject,
        through link: Link<Root, Subject.Root>,
        _ random: inout SeededGenerator
    ) -> any Condition<Root> where Subject.Value == Self {
        Self?.condition(on: Linked(link: link, inner: subject), &random)
    }

    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, Self> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>? {
        nil
    }

    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, Self?> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>? {
        nil
    }

    static func equality<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Self {
        let value = Constant<Subject.Root, Self>(Self.random(&random))
        switch random.number(0...3) {
        case 0: return Unequal(left: subject, right: value)
        case 1:
            let length = random.pick([0, 1, 3, 70])
            return Among(subject: subject, list: (0..<length).map { _ in Self.random(&random) })
        default: return Equal(left: subject, right: value)
        }
    }
}

extension RandomValue where Self: Comparable {
    static func comparison<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Self {
        let signs: [PredicateExpressions.ComparisonOperator] = [
            .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
        ]
        let value = Self.random(&random)
        switch random.number(0...3) {
        case 0: return equality(on: subject, &random)
        case 1:
            let other = Self.random(&random)
            return Within(subject: subject, bounds: min(value, other)...max(value, other))
        default:
            return Compared(left: subject, right: Constant(value), sign: random.pick(signs))
        }
    }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Self { comparison(on: subject, &random) }

    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, Self> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>? {
        RandomOrder(SortDescriptor(key, order: way.order), key, way, <)
    }

    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, Self?> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>? {
        RandomOrder(SortDescriptor(key, order: way.order), optional: key, way, <)
    }
}

extension Optional: RandomValue where Wrapped: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Self { random.chance(35) ? nil : Wrapped.random(&random) }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Self {
        switch random.number(0...5) {
        case 0: IsNil(subject: subject)
        case 1: Denied(inner: IsNil(subject: subject))
        case 2: equality(on: subject, &random)
        case 3 where Drawing.unwraps: Wrapped.condition(on: Unwrapped(base: subject), &random)
        default: Wrapped.condition(on: Coalesced(base: subject, other: Wrapped.random(&random)), &random)
        }
    }

    static func condition<Root, Subject: Operand>(
        on subject: Subject,
        through link: Link<Root, Subject.Root>,
        _ random: inout SeededGenerator
    ) -> any Condition<Root> where Subject.Value == Self {
        condition(on: LinkedOptional(link: link, inner: subject), &random)
    }

    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, Self> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>? {
        Wrapped.order(by: key, way)
    }
}

extension Array: RandomValue where Element: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Self {
        (0..<random.number(0...3)).map { _ in Element.randomMember(&random) }
    }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Self {
        switch random.number(0...4) {
        case 0: Truth(subject: Member(subject, \.isEmpty, "isEmpty"))
        case 1: Int.comparison(on: Member(subject, \.count, "count"), &random)
        case 2: EveryUnequal(subject: subject, element: Element.random(&random))
        default: Including(subject: subject, element: Element.random(&random))
        }
    }
}
