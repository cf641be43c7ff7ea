import Foundation
import SwiftData

/// A fetch of books by conditions that are joined, in an order of several values, with what it loads beside the rows; and the same
/// of the oracle.
struct CombinedQuestion {
    private let condition: BookCondition
    private let orders: [BookOrder]
    private let limit: Int?
    private let offset: Int?
    /// Of the store alone, whatever is not saved.
    private let isOfSaved: Bool
    private let prefetches: Bool
    private let loadsPart: Bool
    private let isInBatches: Bool

    init(_ step: Step) {
        var random = StoryRandom(seed: UInt64((step.first * 61 + step.second) * 61 + step.third))
        condition = BookCondition(&random, depth: 3)
        orders = (0...random.number(0...2)).map { _ in BookOrder(&random) }
        limit = random.once(in: 3) ? random.number(0...4) : nil
        offset = random.once(in: 4) ? random.number(0...3) : nil
        (isOfSaved, isInBatches) = (random.once(in: 5), random.once(in: 4))
        (prefetches, loadsPart) = (random.flip(), random.once(in: 3))
    }

    func run(_ runner: VerbRunner) throws -> String {
        let contents = isOfSaved ? runner.machine.oracle.committed : runner.view
        let all = condition.members(of: contents).sorted { isBefore($0, $1, contents) }
        let expected = Array(all.dropFirst(offset ?? 0).prefix(limit ?? .max))
        var descriptor = FetchDescriptor(
            predicate: condition.predicate,
            sortBy: orders.map(\.descriptor) + [SortDescriptor(\.number)]
        )
        descriptor.includePendingChanges = !isOfSaved
        let count = try runner.context.fetchCount(descriptor)
        (descriptor.fetchLimit, descriptor.fetchOffset) = (limit, offset)
        if prefetches { descriptor.relationshipKeyPathsForPrefetching = [\.labels, \.chapters, \.shelf, \.slip] }
        if loadsPart { descriptor.propertiesToFetch = [\.number, \.title] }
        let found =
            isInBatches
            ? try runner.context.fetch(descriptor, batchSize: 2).map { $0 } : try runner.context.fetch(descriptor)
        guard found.map(\.number) == expected, count == all.count else {
            throw Mismatch(
                invariant: .fetchResult,
                words: "\(condition) in the order of \(orders) finds \(found.map(\.number)) of \(count), "
                    + "and should find \(expected) of \(all.count)"
            )
        }
        try Look(runner: runner).compare(found)
        return "\(condition) finds \(found.count)"
    }

    private func isBefore(_ first: Int, _ second: Int, _ contents: Contents) -> Bool {
        for order in orders {
            switch order.compare(first, second, contents) {
            case .orderedAscending: return true
            case .orderedDescending: return false
            case .orderedSame: continue
            }
        }
        return first < second
    }
}

/// A condition on books: one of ``BookForm``'s, or several that are joined.
indirect enum BookCondition: CustomStringConvertible {
    case form(BookForm)
    case both(BookCondition, BookCondition)
    case either(BookCondition, BookCondition)
    case not(BookCondition)
    case choice(BookCondition, BookCondition, BookCondition)

    init(_ random: inout StoryRandom, depth: Int) {
        guard depth > 0, !random.once(in: 4) else {
            self = .form(BookForm(number: random.pick(BookForm.numbers), operand: random.number(0...60)))
            return
        }
        func part(_ random: inout StoryRandom) -> BookCondition { BookCondition(&random, depth: depth - 1) }
        switch random.number(0...6) {
        case 0, 1: self = .both(part(&random), part(&random))
        case 2, 3: self = .either(part(&random), part(&random))
        case 4, 5: self = .not(part(&random))
        default: self = .choice(part(&random), part(&random), part(&random))
        }
    }

    var predicate: Predicate<Book> {
        switch self {
        case .form(let form): return form.predicate
        case .both(let first, let second):
            let (first, second) = (first.predicate, second.predicate)
            return #Predicate { first.evaluate($0) && second.evaluate($0) }
        case .either(let first, let second):
            let (first, second) = (first.predicate, second.predicate)
            return #Predicate { first.evaluate($0) || second.evaluate($0) }
        case .not(let condition):
            let condition = condition.predicate
            return #Predicate { !condition.evaluate($0) }
        case .choice(let condition, let first, let second):
            let (condition, first, second) = (condition.predicate, first.predicate, second.predicate)
            return #Predicate { condition.evaluate($0) ? first.evaluate($0) : second.evaluate($0) }
        }
    }

    /// The books that meet it, by sets alone.
    func members(of contents: Contents) -> Set<Int> {
        switch self {
        case .form(let form): return form.members(of: contents)
        case .both(let first, let second): return first.members(of: contents).intersection(second.members(of: contents))
        case .either(let first, let second): return first.members(of: contents).union(second.members(of: contents))
        case .not(let condition): return Set(contents.books.keys).subtracting(condition.members(of: contents))
        case .choice(let condition, let first, let second):
            let chosen = condition.members(of: contents)
            return first.members(of: contents).intersection(chosen)
                .union(second.members(of: contents).subtracting(chosen))
        }
    }

    var description: String {
        switch self {
        case .form(let form): "form \(form.number) of \(form.operand)"
        case .both(let first, let second): "(\(first) and \(second))"
        case .either(let first, let second): "(\(first) or \(second))"
        case .not(let condition): "not \(condition)"
        case .choice(let condition, let first, let second): "(\(condition) ? \(first) : \(second))"
        }
    }
}

/// One value by which books are sorted.
struct BookOrder: CustomStringConvertible {
    private enum Value: CaseIterable { case title, titleAsText, pages, rating, day, shelf }

    private let value: Value
    private let isReverse: Bool

    init(_ random: inout StoryRandom) {
        (value, isReverse) = (random.pick(Value.allCases), random.flip())
    }

    var description: String { "\(isReverse ? "-" : "")\(value)" }

    var descriptor: SortDescriptor<Book> {
        let order = isReverse ? SortOrder.reverse : .forward
        return switch value {
        case .title: SortDescriptor(\.title, comparator: .localizedStandard, order: order)
        case .titleAsText: SortDescriptor(\.title, comparator: .lexical, order: order)
        case .pages: SortDescriptor(\.pages, order: order)
        case .rating: SortDescriptor(\.rating, order: order)
        case .day: SortDescriptor(\.day, order: order)
        case .shelf: SortDescriptor(\.shelf?.name, comparator: .lexical, order: order)
        }
    }

    func compare(_ first: Int, _ second: Int, _ contents: Contents) -> ComparisonResult {
        guard let one = contents.books[first], let other = contents.books[second] else { return .orderedSame }
        let (left, right) = isReverse ? (other, one) : (one, other)
        let (leftValues, rightValues) = (BookValues(left), BookValues(right))
        return switch value {
        case .title: Self.compareNumbers(in: leftValues.title, and: rightValues.title)
        case .titleAsText: Self.compare(leftValues.title, rightValues.title)
        case .pages: Self.compare(leftValues.pages, rightValues.pages)
        case .rating: Self.compare(leftValues.rating, rightValues.rating)
        case .day: Self.compare(leftValues.day, rightValues.day)
        case .shelf:
            Self.compare(left.shelf.flatMap { contents.shelves[$0] }, right.shelf.flatMap { contents.shelves[$0] })
        }
    }

    /// Titles are alike but for their numbers, which people order by their value: `t9` before `t10` before `t10 (1990)`.
    private static func compareNumbers(in left: String, and right: String) -> ComparisonResult {
        let (left, right) = (numbers(left), numbers(right))
        return left.lexicographicallyPrecedes(right)
            ? .orderedAscending : right.lexicographicallyPrecedes(left) ? .orderedDescending : .orderedSame
    }

    private static func numbers(_ title: String) -> [Int] {
        title.split { !$0.isNumber }.compactMap { Int($0) }
    }

    /// Without a value comes before any value.
    private static func compare<Value: Comparable>(_ left: Value?, _ right: Value?) -> ComparisonResult {
        switch (left, right) {
        case (nil, nil): .orderedSame
        case (nil, _): .orderedAscending
        case (_, nil): .orderedDescending
        case (let left?, let right?):
            left < right ? .orderedAscending : left > right ? .orderedDescending : .orderedSame
        }
    }
}
