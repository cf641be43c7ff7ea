import Foundation
import SwiftData

/// A random condition on a model: as a tree of Foundation's nodes, and in words of our own.
protocol Condition<Root> {
    associatedtype Root: PersistentModel
    associatedtype Tree: StandardPredicateExpression where Tree.Output == Bool
    var text: String { get }
    func tree(_ root: PredicateExpressions.Variable<Root>) -> Tree
}

extension Condition {
    var predicate: Predicate<Root> { Predicate { tree($0) } }
}

// MARK: - Composition

struct Both<Left: Condition, Right: Condition>: Condition where Left.Root == Right.Root {
    let left: Left
    let right: Right

    var text: String { "(\(left.text) && \(right.text))" }

    func tree(_ root: PredicateExpressions.Variable<Left.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Conjunction(lhs: left.tree(root), rhs: right.tree(root))
    }
}

struct Either<Left: Condition, Right: Condition>: Condition where Left.Root == Right.Root {
    let left: Left
    let right: Right

    var text: String { "(\(left.text) || \(right.text))" }

    func tree(_ root: PredicateExpressions.Variable<Left.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Disjunction(lhs: left.tree(root), rhs: right.tree(root))
    }
}

struct Denied<Inner: Condition>: Condition {
    let inner: Inner

    var text: String { "!(\(inner.text))" }

    func tree(_ root: PredicateExpressions.Variable<Inner.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Negation(inner.tree(root))
    }
}

struct Choice<Test: Condition, Yes: Condition, No: Condition>: Condition
where Test.Root == Yes.Root, Test.Root == No.Root {
    let test: Test
    let yes: Yes
    let no: No

    var text: String { "(\(test.text) ? \(yes.text) : \(no.text))" }

    func tree(_ root: PredicateExpressions.Variable<Test.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Conditional(test.tree(root), yes.tree(root), no.tree(root))
    }
}

// MARK: - Comparisons

struct Equal<Left: Operand, Right: Operand>: Condition
where Left.Root == Right.Root, Left.Value == Right.Value, Left.Value: Equatable {
    let left: Left
    let right: Right

    var text: String { "\(left.text) == \(right.text)" }

    func tree(_ root: PredicateExpressions.Variable<Left.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Equal(lhs: left.tree(root), rhs: right.tree(root))
    }
}

struct Unequal<Left: Operand, Right: Operand>: Condition
where Left.Root == Right.Root, Left.Value == Right.Value, Left.Value: Equatable {
    let left: Left
    let right: Right

    var text: String { "\(left.text) != \(right.text)" }

    func tree(_ root: PredicateExpressions.Variable<Left.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_NotEqual(lhs: left.tree(root), rhs: right.tree(root))
    }
}

struct IsNil<Subject: Operand, Value: Equatable>: Condition where Subject.Value == Value? {
    let subject: Subject

    var text: String { "\(subject.text) == nil" }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Equal(lhs: subject.tree(root), rhs: PredicateExpressions.build_NilLiteral())
    }
}

struct Compared<Left: Operand, Right: Operand>: Condition
where Left.Root == Right.Root, Left.Value == Right.Value, Left.Value: Comparable {
    let left: Left
    let right: Right
    let sign: PredicateExpressions.ComparisonOperator

    var text: String { "\(left.text) \(sign) \(right.text)" }

    func tree(_ root: PredicateExpressions.Variable<Left.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_Comparison(lhs: left.tree(root), rhs: right.tree(root), op: sign)
    }
}

struct Within<Subject: Operand>: Condition where Subject.Value: RandomValue & Comparable {
    let subject: Subject
    let bounds: ClosedRange<Subject.Value>

    var text: String { "(\(bounds)).contains(\(subject.text))" }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> some StandardPredicateExpression<Bool> {
        let range = PredicateExpressions.build_ClosedRange(
            lower: PredicateExpressions.build_Arg(bounds.lowerBound),
            upper: PredicateExpressions.build_Arg(bounds.upperBound)
        )
        return PredicateExpressions.RangeExpressionContains(range: range, element: subject.tree(root))
    }
}

/// The value is one of a list.
struct Among<Subject: Operand>: Condition where Subject.Value: RandomValue {
    let subject: Subject
    let list: [Subject.Value]

    var text: String { "\(list).contains(\(subject.text))" }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_contains(PredicateExpressions.build_Arg(list), subject.tree(root))
    }
}

/// A truth value by itself.
struct Truth<Subject: Operand>: Condition where Subject.Value == Bool {
    let subject: Subject

    var text: String { subject.text }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> Subject.Tree { subject.tree(root) }
}

// MARK: - Texts

struct Containing<Subject: Operand>: Condition where Subject.Value == String {
    let subject: Subject
    let part: String

    var text: String { "\(subject.text).contains(\(part.debugDescription))" }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_contains(subject.tree(root), PredicateExpressions.build_Arg(part))
    }
}

struct Beginning<Subject: Operand>: Condition where Subject.Value == String {
    let subject: Subject
    let part: String

    var text: String { "\(subject.text).starts(with: \(part.debugDescription))" }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_starts(subject.tree(root), with: PredicateExpressions.build_Arg(part))
    }
}

/// Two nodes of the package's own.
struct Ending<Subject: Operand>: Condition where Subject.Value == String {
    let subject: Subject
    let part: String

    var text: String { "\(subject.text).lowercased().hasSuffix(\(part.debugDescription))" }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_hasSuffix(
            PredicateExpressions.build_lowercased(subject.tree(root)),
            PredicateExpressions.build_Arg(part)
        )
    }
}

// MARK: - Lists of values

struct Including<Subject: Operand, Element: RandomValue>: Condition where Subject.Value == [Element] {
    let subject: Subject
    let element: Element

    var text: String { "\(subject.text).contains(\(String(reflecting: element)))" }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_contains(subject.tree(root), PredicateExpressions.build_Arg(element))
    }
}

struct EveryUnequal<Subject: Operand, Element: RandomValue>: Condition where Subject.Value == [Element] {
    let subject: Subject
    let element: Element

    var text: String { "\(subject.text).allSatisfy { $0 != \(String(reflecting: element)) }" }

    func tree(_ root: PredicateExpressions.Variable<Subject.Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_allSatisfy(subject.tree(root)) {
            PredicateExpressions.build_NotEqual(lhs: $0, rhs: PredicateExpressions.build_Arg(element))
        }
    }
}

// MARK: - Links

/// What a condition says about the target; something else where there is none.
struct ThroughLink<Root: PersistentModel, Inner: Condition>: Condition {
    let link: Link<Root, Inner.Root>
    let inner: Inner
    let otherwise: Bool

    var text: String { "(\(link.name).map { \(inner.text) } ?? \(otherwise))" }

    func tree(_ root: PredicateExpressions.Variable<Root>) -> some StandardPredicateExpression<Bool> {
        let target = PredicateExpressions.build_KeyPath(root: root, keyPath: link.keyPath)
        return PredicateExpressions.build_NilCoalesce(
            lhs: PredicateExpressions.build_flatMap(target) { inner.tree($0) },
            rhs: PredicateExpressions.build_Arg(otherwise)
        )
    }
}

struct Some<Root: PersistentModel, Inner: Condition>: Condition {
    let list: Stored<Root, [Inner.Root]>
    let inner: Inner

    var text: String { "\(list.text).contains { \(inner.text) }" }

    func tree(_ root: PredicateExpressions.Variable<Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_contains(list.tree(root)) { inner.tree($0) }
    }
}

struct Every<Root: PersistentModel, Inner: Condition>: Condition {
    let list: Stored<Root, [Inner.Root]>
    let inner: Inner

    var text: String { "\(list.text).allSatisfy { \(inner.text) }" }

    func tree(_ root: PredicateExpressions.Variable<Root>) -> some StandardPredicateExpression<Bool> {
        PredicateExpressions.build_allSatisfy(list.tree(root)) { inner.tree($0) }
    }
}

struct CountOfSome<Root: PersistentModel, Inner: Condition>: Condition {
    let list: Stored<Root, [Inner.Root]>
    let inner: Inner
    let count: Int

    var text: String { "\(list.text).filter { \(inner.text) }.count >= \(count)" }

    func tree(_ root: PredicateExpressions.Variable<Root>) -> some StandardPredicateExpression<Bool> {
        let some = PredicateExpressions.build_filter(list.tree(root)) { inner.tree($0) }
        return PredicateExpressions.build_Comparison(
            lhs: PredicateExpressions.build_KeyPath(root: some, keyPath: \.count),
            rhs: PredicateExpressions.build_Arg(count),
            op: .greaterThanOrEqual
        )
    }
}
