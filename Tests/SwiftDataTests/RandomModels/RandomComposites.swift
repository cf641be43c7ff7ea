import Foundation
import SwiftData

// Values of several parts: what is kept as JSON or in several columns.

/// A struct of a required and an optional part.
struct RandomSpot: RandomValue {
    static let origin = RandomSpot(x: 0, label: nil)
    var x: Int
    var label: String?

    static func random(_ random: inout SeededGenerator) -> RandomSpot {
        RandomSpot(x: random.number(0...3), label: random.chance(50) ? nil : random.pick(["a", "b", "é"]))
    }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == RandomSpot {
        switch random.number(0...2) {
        case 0: equality(on: subject, &random)
        case 1: IsNil(subject: Member(subject, \.label, "label"))
        default: Int.comparison(on: Member(subject, \.x, "x"), &random)
        }
    }
}

/// An enum with associated values.
enum RandomSign: RandomValue {
    case none
    case number(Int)
    case text(String, isLoud: Bool)

    static func random(_ random: inout SeededGenerator) -> RandomSign {
        switch random.number(0...2) {
        case 0: .none
        case 1: .number(random.number(0...2))
        default: .text(random.pick(["a", "b"]), isLoud: random.chance(50))
        }
    }
}

extension Set: RandomValue where Element: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Self {
        Set((0..<random.number(0...3)).map { _ in Element.randomMember(&random) })
    }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Self {
        switch random.number(0...2) {
        case 0: Truth(subject: Member(subject, \.isEmpty, "isEmpty"))
        case 1: Int.comparison(on: Member(subject, \.count, "count"), &random)
        default: Holding(subject: subject, element: Element.random(&random))
        }
    }
}

extension Dictionary: RandomValue where Key == String, Value: RandomValue {
    private static var keys: [String] { ["a", "b", "é"] }

    static func random(_ random: inout SeededGenerator) -> Self {
        var made: Self = [:]
        for key in keys where random.chance(50) { made[key] = Value.randomMember(&random) }
        return made
    }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Self {
        switch random.number(0...3) {
        case 0: Truth(subject: Member(subject, \.isEmpty, "isEmpty"))
        case 1: Int.comparison(on: Member(subject, \.count, "count"), &random)
        default: Value?.condition(on: DictionaryEntry(base: subject, key: random.pick(keys)), &random)
        }
    }
}

/// The value of a key; nil where there is none.
struct DictionaryEntry<Base: Operand, Value>: Operand where Base.Value == [String: Value] {
    let base: Base
    let key: String

    var text: String { "\(base.text)[\(key.debugDescription)]" }

    func tree(_ root: PredicateExpressions.Variable<Base.Root>) -> some StandardPredicateExpression<Value?> {
        PredicateExpressions.build_subscript(base.tree(root), PredicateExpressions.build_Arg(key))
    }
}

/// The element is in the set.
struct Holding<Subject: Operand, Element: RandomValue>: Condition where Subject.Value == Set<Element> {
    let subject: Subject
    let element: Element

    var text: String { "\(subject.text).contains(\(String(reflecting: element)))" }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_contains(subject.tree(root), PredicateExpressions.build_Arg(element))
    }
}
