import Foundation
import SwiftData

/// A value of a model that a random condition asks about: as a node of Foundation's, and in words of our own.
protocol Operand<Root, Value> {
    associatedtype Root: PersistentModel
    associatedtype Value
    associatedtype Tree: StandardPredicateExpression where Tree.Output == Value
    var text: String { get }
    func tree(_ root: PredicateExpressions.Variable<Root>) -> Tree
}

/// A stored property.
struct Stored<Root: PersistentModel, Value>: Operand {
    let keyPath: any KeyPath<Root, Value> & Sendable
    let text: String

    func tree(_ root: PredicateExpressions.Variable<Root>) -> some StandardPredicateExpression<Value> {
        PredicateExpressions.build_KeyPath(root: root, keyPath: keyPath)
    }
}

struct Constant<Root: PersistentModel, Value: RandomValue>: Operand {
    let value: Value

    init(_ value: Value) { self.value = value }

    var text: String { "\(String(reflecting: value))" }

    func tree(_ root: PredicateExpressions.Variable<Root>) -> some StandardPredicateExpression<Value> {
        PredicateExpressions.build_Arg(value)
    }
}

/// A member of a value, such as the count of a text.
struct Member<Base: Operand, Value>: Operand {
    let base: Base
    let keyPath: any KeyPath<Base.Value, Value> & Sendable
    let name: String

    init(_ base: Base, _ keyPath: any KeyPath<Base.Value, Value> & Sendable, _ name: String) {
        self.base = base
        self.keyPath = keyPath
        self.name = name
    }

    var text: String { "\(base.text).\(name)" }

    func tree(_ root: PredicateExpressions.Variable<Base.Root>) -> some StandardPredicateExpression<Value> {
        PredicateExpressions.build_KeyPath(root: base.tree(root), keyPath: keyPath)
    }
}

// MARK: - Optionals

struct Coalesced<Base: Operand, Value: RandomValue>: Operand where Base.Value == Value? {
    let base: Base
    let other: Value

    var text: String { "(\(base.text) ?? \(String(reflecting: other)))" }

    func tree(_ root: PredicateExpressions.Variable<Base.Root>) -> some StandardPredicateExpression<Value> {
        PredicateExpressions.build_NilCoalesce(lhs: base.tree(root), rhs: PredicateExpressions.build_Arg(other))
    }
}

struct Unwrapped<Base: Operand, Value>: Operand where Base.Value == Value? {
    let base: Base

    var text: String { "\(base.text)!" }

    func tree(_ root: PredicateExpressions.Variable<Base.Root>) -> some StandardPredicateExpression<Value> {
        PredicateExpressions.build_ForcedUnwrap(base.tree(root))
    }
}

// MARK: - Links

/// A to-one relationship on the way to a value.
struct Link<Root: PersistentModel, Target: PersistentModel> {
    let keyPath: any KeyPath<Root, Target?> & Sendable
    let name: String
}

/// A required value at the other end of a link.
struct Linked<Target, Inner: Operand, Root: PersistentModel>: Operand where Inner.Root == Target {
    let link: Link<Root, Target>
    let inner: Inner

    var text: String { "\(link.name)?.\(inner.text)" }

    func tree(_ root: PredicateExpressions.Variable<Root>) -> some StandardPredicateExpression<Inner.Value?> {
        PredicateExpressions.build_flatMap(PredicateExpressions.build_KeyPath(root: root, keyPath: link.keyPath)) {
            inner.tree($0)
        }
    }
}

/// An optional value at the other end of a link.
struct LinkedOptional<Target, Inner: Operand, Root: PersistentModel, Value>: Operand
where Inner.Root == Target, Inner.Value == Value? {
    let link: Link<Root, Target>
    let inner: Inner

    var text: String { "\(link.name)?.\(inner.text)" }

    func tree(_ root: PredicateExpressions.Variable<Root>) -> some StandardPredicateExpression<Value?> {
        PredicateExpressions.build_flatMap(PredicateExpressions.build_KeyPath(root: root, keyPath: link.keyPath)) {
            inner.tree($0)
        }
    }
}

// MARK: - Numbers

struct Calculated<Base: Operand>: Operand where Base.Value == Int {
    let base: Base
    let sign: PredicateExpressions.ArithmeticOperator
    let other: Int

    var text: String { "(\(base.text) \(sign) \(other))" }

    func tree(_ root: PredicateExpressions.Variable<Base.Root>) -> some StandardPredicateExpression<Int> {
        PredicateExpressions.build_Arithmetic(
            lhs: base.tree(root),
            rhs: PredicateExpressions.build_Arg(other),
            op: sign
        )
    }
}

struct Remainder<Base: Operand>: Operand where Base.Value == Int {
    let base: Base
    let divisor: Int

    var text: String { "(\(base.text) % \(divisor))" }

    func tree(_ root: PredicateExpressions.Variable<Base.Root>) -> some StandardPredicateExpression<Int> {
        PredicateExpressions.build_Remainder(lhs: base.tree(root), rhs: PredicateExpressions.build_Arg(divisor))
    }
}

struct Quotient<Base: Operand>: Operand where Base.Value == Int {
    let base: Base
    let divisor: Int

    var text: String { "(\(base.text) / \(divisor))" }

    func tree(_ root: PredicateExpressions.Variable<Base.Root>) -> some StandardPredicateExpression<Int> {
        PredicateExpressions.IntDivision(lhs: base.tree(root), rhs: PredicateExpressions.build_Arg(divisor))
    }
}

struct Part<Base: Operand>: Operand where Base.Value == Double {
    let base: Base
    let divisor: Double

    var text: String { "(\(base.text) / \(divisor))" }

    func tree(_ root: PredicateExpressions.Variable<Base.Root>) -> some StandardPredicateExpression<Double> {
        PredicateExpressions.FloatDivision(lhs: base.tree(root), rhs: PredicateExpressions.build_Arg(divisor))
    }
}

struct Negated<Base: Operand>: Operand where Base.Value: SignedNumeric & Codable & Sendable {
    let base: Base

    var text: String { "-\(base.text)" }

    func tree(_ root: PredicateExpressions.Variable<Base.Root>) -> some StandardPredicateExpression<Base.Value> {
        PredicateExpressions.build_UnaryMinus(base.tree(root))
    }
}
