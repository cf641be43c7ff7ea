import Foundation
import SwiftData

// MARK: - Numbers

extension Int: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Int { random.number(-3...9) }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Int {
        switch random.number(0...7) {
        case 0:
            let sign = random.pick([PredicateExpressions.ArithmeticOperator.add, .subtract, .multiply])
            return comparison(on: Calculated(base: subject, sign: sign, other: random.number(-3...3)), &random)
        case 1: return comparison(on: Remainder(base: subject, divisor: random.pick([2, 3, -4])), &random)
        case 2: return comparison(on: Quotient(base: subject, divisor: random.pick([2, 3, -4])), &random)
        case 3: return comparison(on: Negated(base: subject), &random)
        default: return comparison(on: subject, &random)
        }
    }
}

extension Int16: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Int16 { Int16(random.number(-3...9)) }
}

extension Int32: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Int32 { random.pick([-1, 0, 1, 7, .min, .max]) }
}

extension UInt64: RandomValue {
    static func random(_ random: inout SeededGenerator) -> UInt64 {
        random.pick([0, 1, 5, UInt64.max, UInt64.max - 3, 1 << 63])
    }
}

extension Double: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Double { Double(random.number(-8...8)) / 4 }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Double {
        random.chance(25)
            ? comparison(on: Part(base: subject, divisor: random.pick([2.0, 0.0, -0.5])), &random)
            : comparison(on: subject, &random)
    }
}

extension Float: RandomValue {
    /// A tenth is another number as a `Float` than as a `Double`.
    static func random(_ random: inout SeededGenerator) -> Float { Float(random.number(-8...8)) / 10 }
}

extension Decimal: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Decimal { Decimal(random.number(-20...20)) / 4 }
}

extension Bool: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Bool { random.chance(50) }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == Bool {
        random.chance(50) ? Truth(subject: subject) : equality(on: subject, &random)
    }

    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, Bool> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>? {
        RandomOrder(SortDescriptor(key, order: way.order), key, way) { !$0 && $1 }
    }

    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, Bool?> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>? {
        RandomOrder(SortDescriptor(key, order: way.order), optional: key, way) { !$0 && $1 }
    }
}

// MARK: - Texts and bytes

extension String: RandomValue {
    /// The same few for all models.
    private static let pool: [String] = {
        var random = SeededGenerator(seed: 20)
        return (0..<30).map { _ in RandomText.make(&random) }
    }()

    static func random(_ random: inout SeededGenerator) -> String { random.pick(pool) }

    /// SQLite cuts a text within JSON at a NUL.
    static func randomMember(_ random: inout SeededGenerator) -> String {
        random.pick(pool).replacing("\u{0}", with: "")
    }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == String {
        let part = random.chance(50) ? random.pick(pool) : RandomText.make(&random, upTo: 2)
        switch random.number(0...7) {
        case 0: return Containing(subject: subject, part: part)
        case 1: return Beginning(subject: subject, part: part)
        case 2: return Ending(subject: subject, part: part)
        case 3: return Truth(subject: Member(subject, \.isEmpty, "isEmpty"))
        case 4: return Int.comparison(on: Member(subject, \.count, "count"), &random)
        default: return comparison(on: subject, &random)
        }
    }

    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, String> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>? {
        way.isLexical
            ? RandomOrder(SortDescriptor(key, comparator: .lexical, order: way.order), key, way, <)
            : RandomOrder(SortDescriptor(key, order: way.order), key, way, LocalizedText.isBefore)
    }

    static func order<Model: PersistentModel>(
        by key: any KeyPath<Model, String?> & Sendable,
        _ way: OrderWay
    ) -> RandomOrder<Model>? {
        way.isLexical
            ? RandomOrder(SortDescriptor(key, comparator: .lexical, order: way.order), optional: key, way, <)
            : RandomOrder(SortDescriptor(key, order: way.order), optional: key, way, LocalizedText.isBefore)
    }
}

extension Data: RandomValue {
    static func random(_ random: inout SeededGenerator) -> Data {
        Data((0..<random.number(0...2)).map { _ in UInt8(random.number(0...2)) })
    }
}

extension URL: RandomValue {
    static func random(_ random: inout SeededGenerator) -> URL {
        URL(fileURLWithPath: "/\(random.number(0...3))")
    }
}

// MARK: - Dates and identifiers

extension Date: RandomValue {
    static let start = Date(timeIntervalSinceReferenceDate: 0)

    static func random(_ random: inout SeededGenerator) -> Date { start + Double(random.number(-5...5)) + 0.1 }
}

extension UUID: RandomValue {
    static let zero = numbered(0)

    static func random(_ random: inout SeededGenerator) -> UUID { numbered(UInt8(random.number(0...9))) }

    private static func numbered(_ number: UInt8) -> UUID {
        UUID(uuid: (number, 200, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    }
}

// MARK: - Enums

/// An enum by text.
enum RandomMood: String, Codable, CaseIterable, RandomValue {
    case calm, eager, weary

    static func random(_ random: inout SeededGenerator) -> RandomMood { random.pick(allCases) }
}

/// An enum by number.
enum RandomLevel: Int, Codable, CaseIterable, RandomValue {
    case low = 1
    case middle = 5
    case high = 9

    static func random(_ random: inout SeededGenerator) -> RandomLevel { random.pick(allCases) }

    static func condition<Subject: Operand>(
        on subject: Subject,
        _ random: inout SeededGenerator
    ) -> any Condition<Subject.Root> where Subject.Value == RandomLevel {
        random.chance(50)
            ? Int.comparison(on: Member(subject, \.rawValue, "rawValue"), &random) : equality(on: subject, &random)
    }
}
