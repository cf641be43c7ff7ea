import Foundation
import SwiftData

/// Random predicates over `LibraryBook`, put together from Foundation's expression nodes.
struct RandomPredicate {
    typealias Expressions = PredicateExpressions
    typealias Book = Expressions.Variable<LibraryBook>
    typealias Condition = any StandardPredicateExpression<Bool>

    var random: SeededGenerator
    let texts: [String]
    let identifiers: [PersistentIdentifier]

    mutating func make() -> Predicate<LibraryBook> {
        Predicate { book in condition(book, depth: random.number(0...3)) }
    }

    private mutating func condition(_ book: Book, depth: Int) -> Condition {
        if depth == 0 { return leaf(book) }
        switch random.number(0...4) {
        case 0: return and(condition(book, depth: depth - 1), condition(book, depth: depth - 1))
        case 1: return or(condition(book, depth: depth - 1), condition(book, depth: depth - 1))
        case 2: return not(condition(book, depth: depth - 1))
        case 3:
            return choose(
                condition(book, depth: depth - 1),
                condition(book, depth: depth - 1),
                condition(book, depth: depth - 1)
            )
        default: return leaf(book)
        }
    }

    private mutating func leaf(_ book: Book) -> Condition {
        switch random.number(0...7) {
        case 0: textLeaf(book)
        case 1: numberLeaf(book)
        case 2: scalarLeaf(book)
        case 3: optionalLeaf(book)
        case 4: toOneLeaf(book)
        case 5: toManyLeaf(book)
        case 6: listLeaf(book)
        default: arrayLeaf(book)
        }
    }
}

// MARK: - Composition

extension RandomPredicate {
    private func and(
        _ lhs: some StandardPredicateExpression<Bool>,
        _ rhs: some StandardPredicateExpression<Bool>
    ) -> Condition { Expressions.build_Conjunction(lhs: lhs, rhs: rhs) }

    private func or(
        _ lhs: some StandardPredicateExpression<Bool>,
        _ rhs: some StandardPredicateExpression<Bool>
    ) -> Condition { Expressions.build_Disjunction(lhs: lhs, rhs: rhs) }

    private func not(_ wrapped: some StandardPredicateExpression<Bool>) -> Condition {
        Expressions.build_Negation(wrapped)
    }

    private func choose(
        _ test: some StandardPredicateExpression<Bool>,
        _ yes: some StandardPredicateExpression<Bool>,
        _ no: some StandardPredicateExpression<Bool>
    ) -> Condition { Expressions.build_Conditional(test, yes, no) }

    private mutating func equal<Value: Equatable>(
        _ lhs: some StandardPredicateExpression<Value>,
        _ rhs: some StandardPredicateExpression<Value>
    ) -> Condition {
        random.chance(60) ? Expressions.build_Equal(lhs: lhs, rhs: rhs) : Expressions.build_NotEqual(lhs: lhs, rhs: rhs)
    }

    private mutating func compare<Value: Comparable>(
        _ lhs: some StandardPredicateExpression<Value>,
        _ rhs: some StandardPredicateExpression<Value>
    ) -> Condition {
        if random.chance(40) { return equal(lhs, rhs) }
        let signs: [Expressions.ComparisonOperator] = [.lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual]
        return Expressions.build_Comparison(lhs: lhs, rhs: rhs, op: random.pick(signs))
    }

    private func value<Value: Codable & Sendable>(_ value: Value) -> Expressions.Value<Value> {
        Expressions.build_Arg(value)
    }
}

// MARK: - Leaves

extension RandomPredicate {
    private mutating func text() -> String { random.pick(texts + [RandomText.make(&random, upTo: 2)]) }

    private mutating func textExpression(_ book: Book) -> any StandardPredicateExpression<String> {
        let title = Expressions.build_KeyPath(root: book, keyPath: \.title)
        let subtitle = Expressions.build_KeyPath(root: book, keyPath: \.subtitle)
        switch random.number(0...5) {
        case 0, 1: return title
        case 2: return Expressions.build_NilCoalesce(lhs: subtitle, rhs: value(text()))
        case 3: return Expressions.build_NilCoalesce(lhs: subtitle, rhs: title)
        case 4: return Expressions.build_ForcedUnwrap(subtitle)
        default:
            let author = Expressions.build_KeyPath(root: book, keyPath: \.author)
            let name = Expressions.build_flatMap(author) { Expressions.build_KeyPath(root: $0, keyPath: \.name) }
            return Expressions.build_NilCoalesce(lhs: name, rhs: value(text()))
        }
    }

    private mutating func textLeaf(_ book: Book) -> Condition {
        textLeaf(textExpression(book))
    }

    private mutating func textLeaf(_ subject: some StandardPredicateExpression<String>) -> Condition {
        let part = value(text())
        switch random.number(0...6) {
        case 0, 1: return equal(subject, part)
        case 2: return compare(subject, part)
        case 3: return Expressions.build_contains(subject, part)
        case 4: return Expressions.build_starts(subject, with: part)
        case 5: return Expressions.build_KeyPath(root: subject, keyPath: \.isEmpty)
        default: return compare(Expressions.build_KeyPath(root: subject, keyPath: \.count), value(random.number(0...4)))
        }
    }

    private mutating func number(_ book: Book) -> any StandardPredicateExpression<Int> {
        let pages = Expressions.build_KeyPath(root: book, keyPath: \.pages)
        switch random.number(0...6) {
        case 0, 1: return pages
        case 2:
            let operation = random.pick([Expressions.ArithmeticOperator.add, .subtract, .multiply])
            return Expressions.build_Arithmetic(lhs: pages, rhs: value(random.number(-3...3)), op: operation)
        case 3: return Expressions.build_Remainder(lhs: pages, rhs: value(random.pick([2, 3, -4])))
        case 4: return Expressions.IntDivision(lhs: pages, rhs: value(random.pick([2, 3, -4])))
        case 5: return Expressions.build_UnaryMinus(pages)
        default:
            let genres = Expressions.build_KeyPath(root: book, keyPath: \.genres)
            return Expressions.build_KeyPath(root: genres, keyPath: \.count)
        }
    }

    private mutating func numberLeaf(_ book: Book) -> Condition {
        switch random.number(0...4) {
        case 0, 1: return numberLeaf(number(book))
        case 2:
            let price = Expressions.build_KeyPath(root: book, keyPath: \.price)
            let half = Expressions.FloatDivision(lhs: price, rhs: value(random.pick([2.0, 0.0, -0.5])))
            return compare(half, value(Double(random.number(-2...2)) / 2))
        case 3:
            let stock = Expressions.build_KeyPath(root: book, keyPath: \.stock)
            return compare(stock, value(Int32(random.number(-2...8))))
        default:
            let serial = random.pick([0, 2, UInt64.max, 1 << 63])
            return compare(Expressions.build_KeyPath(root: book, keyPath: \.serial), value(serial))
        }
    }

    private mutating func numberLeaf(_ subject: some StandardPredicateExpression<Int>) -> Condition {
        let low = random.number(-3...5)
        let high = low + random.number(0...6)
        switch random.number(0...2) {
        case 0:
            let range = Expressions.build_ClosedRange(lower: value(low), upper: value(high))
            return Expressions.RangeExpressionContains(range: range, element: subject)
        case 1:
            let range = Expressions.build_Range(lower: value(low), upper: value(high))
            return Expressions.RangeExpressionContains(range: range, element: subject)
        default: return compare(subject, value(low))
        }
    }

    private mutating func scalarLeaf(_ book: Book) -> Condition {
        switch random.number(0...7) {
        case 0: return Expressions.build_KeyPath(root: book, keyPath: \.isRead)
        case 1: return equal(Expressions.build_KeyPath(root: book, keyPath: \.isRead), value(random.chance(50)))
        case 2:
            let date = Date(timeIntervalSinceReferenceDate: Double(random.number(-5...5)) + 0.1)
            return compare(Expressions.build_KeyPath(root: book, keyPath: \.published), value(date))
        case 3:
            let isbn = LibraryFixture.uuid(random.number(0...9))
            return compare(Expressions.build_KeyPath(root: book, keyPath: \.isbn), value(isbn))
        case 4:
            let kind = random.pick(LibraryKind.allCases)
            return equal(Expressions.build_KeyPath(root: book, keyPath: \.kind), value(kind))
        case 5:
            let level = Expressions.build_KeyPath(root: book, keyPath: \.level)
            return compare(Expressions.build_KeyPath(root: level, keyPath: \.rawValue), value(random.number(0...9)))
        case 6:
            return compare(
                Expressions.build_KeyPath(root: book, keyPath: \.cost),
                value(Decimal(random.number(-8...8)) / 4)
            )
        default:
            return compare(
                Expressions.build_KeyPath(root: book, keyPath: \.price),
                value(Double(random.number(-8...8)) / 4)
            )
        }
    }

    private mutating func optionalLeaf(_ book: Book) -> Condition {
        switch random.number(0...7) {
        case 0: return optionalLeaf(Expressions.build_KeyPath(root: book, keyPath: \.subtitle), text())
        case 1: return optionalLeaf(Expressions.build_KeyPath(root: book, keyPath: \.isLent), random.chance(50))
        case 2:
            let discount = Double(random.number(-2...2))
            return optionalLeaf(Expressions.build_KeyPath(root: book, keyPath: \.discount), discount)
        case 3:
            let mood = random.pick(LibraryKind.allCases)
            return optionalLeaf(Expressions.build_KeyPath(root: book, keyPath: \.mood), mood)
        case 4:
            let cover = Data([UInt8(random.number(0...3))])
            return optionalLeaf(Expressions.build_KeyPath(root: book, keyPath: \.cover), cover)
        case 5:
            let date = Date(timeIntervalSinceReferenceDate: Double(random.number(-3...3)))
            return optionalLeaf(Expressions.build_KeyPath(root: book, keyPath: \.lentAt), date)
        case 6:
            let discount = Expressions.build_KeyPath(root: book, keyPath: \.discount)
            let big = Expressions.build_flatMap(discount) {
                Expressions.build_Comparison(lhs: $0, rhs: value(0.0), op: .greaterThan)
            }
            return Expressions.build_NilCoalesce(lhs: big, rhs: value(random.chance(50)))
        default:
            return Expressions.build_NilCoalesce(
                lhs: Expressions.build_KeyPath(root: book, keyPath: \.isLent),
                rhs: value(random.chance(50))
            )
        }
    }

    private mutating func optionalLeaf<Value: Codable & Equatable & Sendable>(
        _ subject: some StandardPredicateExpression<Value?>,
        _ other: Value
    ) -> Condition {
        switch random.number(0...3) {
        case 0: equal(subject, Expressions.build_NilLiteral())
        case 1: equal(subject, value(Value?.none))
        default: equal(subject, value(Optional(other)))
        }
    }

    private mutating func toOneLeaf(_ book: Book) -> Condition {
        let author = Expressions.build_KeyPath(root: book, keyPath: \.author)
        switch random.number(0...5) {
        case 0:
            let name = Expressions.build_flatMap(author) { Expressions.build_KeyPath(root: $0, keyPath: \.name) }
            return equal(name, value(Optional(text())))
        case 1:
            let name = Expressions.build_flatMap(author) { Expressions.build_KeyPath(root: $0, keyPath: \.nickname) }
            return optionalLeaf(name, text())
        case 2:
            let name = Expressions.build_flatMap(author) { author in
                Expressions.build_flatMap(Expressions.build_KeyPath(root: author, keyPath: \.mentor)) {
                    Expressions.build_KeyPath(root: $0, keyPath: \.name)
                }
            }
            return optionalLeaf(name, text())
        case 3: return equal(author, Expressions.build_NilLiteral())
        case 4: return equal(author, Expressions.build_KeyPath(root: book, keyPath: \.editor))
        default:
            let unwrapped = Expressions.build_ForcedUnwrap(author)
            return optionalLeaf(Expressions.build_KeyPath(root: unwrapped, keyPath: \.nickname), text())
        }
    }

    private mutating func toManyLeaf(_ book: Book) -> Condition {
        let genres = Expressions.build_KeyPath(root: book, keyPath: \.genres)
        let limit = random.number(0...4)
        let name = text()
        switch random.number(0...5) {
        case 0: return Expressions.build_KeyPath(root: genres, keyPath: \.isEmpty)
        case 1:
            return Expressions.build_contains(genres) {
                Expressions.build_Comparison(
                    lhs: Expressions.build_KeyPath(root: $0, keyPath: \.weight),
                    rhs: value(limit),
                    op: .greaterThan
                )
            }
        case 2:
            return Expressions.build_allSatisfy(genres) {
                Expressions.build_NotEqual(lhs: Expressions.build_KeyPath(root: $0, keyPath: \.name), rhs: value(name))
            }
        case 3:
            let some = Expressions.build_filter(genres) {
                Expressions.build_Equal(
                    lhs: Expressions.build_Remainder(
                        lhs: Expressions.build_KeyPath(root: $0, keyPath: \.weight),
                        rhs: value(2)
                    ),
                    rhs: value(0)
                )
            }
            return compare(Expressions.build_KeyPath(root: some, keyPath: \.count), value(random.number(0...2)))
        case 4:
            let author = Expressions.build_KeyPath(root: book, keyPath: \.author)
            let count = Expressions.build_flatMap(author) {
                Expressions.build_KeyPath(root: Expressions.build_KeyPath(root: $0, keyPath: \.books), keyPath: \.count)
            }
            return compare(Expressions.build_NilCoalesce(lhs: count, rhs: value(0)), value(random.number(0...8)))
        default:
            return Expressions.build_contains(genres) { genre in
                Expressions.build_contains(Expressions.build_KeyPath(root: genre, keyPath: \.books)) {
                    Expressions.build_Equal(
                        lhs: Expressions.build_KeyPath(root: $0, keyPath: \.title),
                        rhs: Expressions.build_KeyPath(root: book, keyPath: \.title)
                    )
                }
            }
        }
    }

    private mutating func listLeaf(_ book: Book) -> Condition {
        let length = random.pick([0, 1, 3, 70, 1500])
        switch random.number(0...5) {
        case 0:
            let list = (0..<length).map { _ in random.pick(texts).replacing("\u{0}", with: "") }
            return Expressions.build_contains(value(list), Expressions.build_KeyPath(root: book, keyPath: \.title))
        case 1:
            let list = Set((0..<length).map { _ in random.number(-3...40) * 2 })
            return Expressions.build_contains(value(list), Expressions.build_KeyPath(root: book, keyPath: \.pages))
        case 2:
            let list = (0..<length).map { _ in LibraryFixture.uuid(random.number(0...200)) }
            return Expressions.build_contains(value(list), Expressions.build_KeyPath(root: book, keyPath: \.isbn))
        case 3:
            let list = (0..<length).map { _ in random.chance(20) ? nil : Double(random.number(-2...50)) }
            return Expressions.build_contains(value(list), Expressions.build_KeyPath(root: book, keyPath: \.discount))
        case 4:
            let list = (0..<length).map { _ in random.pick(identifiers) }
            return Expressions.build_contains(
                value(list),
                Expressions.build_KeyPath(root: book, keyPath: \.persistentModelID)
            )
        default:
            let words = (0..<min(length, 3)).map { _ in text() }
            return Expressions.build_contains(value(words)) {
                Expressions.build_contains(Expressions.build_KeyPath(root: book, keyPath: \.title), $0)
            }
        }
    }

    private mutating func arrayLeaf(_ book: Book) -> Condition {
        let tags = Expressions.build_KeyPath(root: book, keyPath: \.tags)
        let scores = Expressions.build_KeyPath(root: book, keyPath: \.scores)
        let limit = random.number(0...5)
        switch random.number(0...5) {
        case 0: return Expressions.build_contains(tags, value(random.pick(texts)))
        case 1: return Expressions.build_contains(scores, value(limit))
        case 2: return Expressions.build_KeyPath(root: tags, keyPath: \.isEmpty)
        case 3: return compare(Expressions.build_KeyPath(root: scores, keyPath: \.count), value(limit))
        case 4:
            return Expressions.build_allSatisfy(scores) {
                Expressions.build_Comparison(lhs: $0, rhs: value(limit), op: .lessThan)
            }
        default: return equal(Expressions.build_max(scores), value(Optional(limit)))
        }
    }
}
