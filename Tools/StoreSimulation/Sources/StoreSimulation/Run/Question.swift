import Foundation
import SwiftData

/// A fetch by a condition, in an order, of a context; and the same of the oracle.
struct Question {
    private let form: Int
    private let number: Int
    private let limit: Int?
    private let offset: Int?
    private let isDescending: Bool
    private let manner: Manner

    /// By which call it is asked.
    private enum Manner {
        case fetch
        case batches
        case enumeration
        case identifiers
        /// Of the store alone, whatever is not saved.
        case saved
    }

    static let formCount = 26

    /// Limits and offsets, of which half of the questions have none.
    private static let windows: [(limit: Int?, offset: Int?)] = [
        (nil, nil), (nil, nil), (nil, nil), (nil, nil), (2, nil), (nil, 1), (1, 1), (2, 2),
    ]

    init(_ step: Step) {
        form = step.first % Self.formCount
        number = step.second
        (limit, offset) = Self.windows[step.third % Self.windows.count]
        isDescending = step.second % 2 == 0
        manner = [.fetch, .fetch, .batches, .enumeration, .identifiers, .saved][step.third / Self.windows.count % 6]
    }

    func run(_ runner: VerbRunner) throws -> String {
        let contents = manner == .saved ? runner.machine.oracle.committed : runner.view
        let expected = QuestionAnswer(form: form, number: number, contents: contents).numbers.sorted()
        let ordered = window(isDescending ? expected.reversed() : expected)
        let found = try answer(runner.context)
        guard found.numbers == ordered, found.count == expected.count else {
            throw Mismatch(
                invariant: .fetchResult,
                words: "form \(form) of \(number), by \(manner), finds \(found.numbers) of \(found.count), "
                    + "and should find \(ordered) of \(expected.count)"
            )
        }
        return "form \(form) finds \(ordered.count)"
    }

    private func window(_ numbers: [Int]) -> [Int] {
        Array(numbers.dropFirst(offset ?? 0).prefix(limit ?? .max))
    }

    private typealias Found = (numbers: [Int], count: Int)

    private func answer(_ context: ModelContext) throws -> Found {
        switch form {
        case 10, 11, 13, 15, 17: try answerAboutLinks(context)
        case 18...22, 24: try answerAboutOthers(context)
        default: try ask(context, BookForm(number: form, operand: number).predicate)
        }
    }

    private func answerAboutLinks(_ context: ModelContext) throws -> Found {
        let (number, name) = (number, "s\(number % 4)")
        return switch form {
        case 10: try ask(context, #Predicate<Shelf> { $0.books.contains { $0.title.starts(with: "t1") } })
        case 11: try ask(context, #Predicate<Chapter> { $0.book == nil })
        case 13: try ask(context, #Predicate<Label> { $0.books.contains { $0.shelf?.name == name } })
        case 15: try ask(context, #Predicate<Shelf> { $0.books.allSatisfy { $0.isOpen } })
        default: try ask(context, #Predicate<Chapter> { ($0.book?.pages ?? 7) < number })
        }
    }

    private func answerAboutOthers(_ context: ModelContext) throws -> Found {
        let (number, name, range) = (number, "i\(number % 4)", number...(number + 20))
        return switch form {
        case 18: try ask(context, #Predicate<Item> { $0.name == name }, \.number)
        case 19: try ask(context, #Predicate<Lamp> { $0.watts > number }, \.number)
        case 20: try ask(context, #Predicate<Item> { $0.place != nil }, \.number)
        case 21: try ask(context, #Predicate<Shelf> { range.contains($0.number) })
        case 22: try ask(context, #Predicate<Slip> { ($0.book?.number ?? 0) > number })
        default: try ask(context, #Predicate<Shelf> { $0.books.filter { $0.pages != nil }.count > 1 })
        }
    }

    private func ask<Model: Numbered>(_ context: ModelContext, _ predicate: Predicate<Model>) throws -> Found {
        try ask(context, predicate, \.number)
    }

    private func ask<Model: PersistentModel>(
        _ context: ModelContext,
        _ predicate: Predicate<Model>,
        _ key: KeyPath<Model, Int> & Sendable
    ) throws -> Found {
        let order = SortDescriptor(key, order: isDescending ? .reverse : .forward)
        var descriptor = FetchDescriptor(predicate: predicate, sortBy: [order])
        descriptor.includePendingChanges = manner != .saved
        let count = try context.fetchCount(descriptor)
        if manner == .identifiers { return (window(try askForIdentifiers(context, predicate, key)), count) }
        (descriptor.fetchLimit, descriptor.fetchOffset) = (limit, offset)
        switch manner {
        case .batches: return (try context.fetch(descriptor, batchSize: 2).map { $0[keyPath: key] }, count)
        case .enumeration:
            var numbers: [Int] = []
            try context.enumerate(descriptor, batchSize: 2) { numbers.append($0[keyPath: key]) }
            return (numbers, count)
        default: return (try context.fetch(descriptor).map { $0[keyPath: key] }, count)
        }
    }

    /// Identifiers come in no order where changes are not saved.
    private func askForIdentifiers<Model: PersistentModel>(
        _ context: ModelContext,
        _ predicate: Predicate<Model>,
        _ key: KeyPath<Model, Int> & Sendable
    ) throws -> [Int] {
        let found = try context.fetchIdentifiers(FetchDescriptor(predicate: predicate))
        let numbers = found.compactMap { (context.model(for: $0) as? Model)?[keyPath: key] }.sorted()
        return isDescending ? numbers.reversed() : numbers
    }
}

/// What the oracle answers to a ``Question``, by plain loops.
struct QuestionAnswer {
    let form: Int
    let number: Int
    let contents: Contents

    var numbers: [Int] {
        switch form {
        case 5: [number, number + 1, number * 2].filter { contents.books[$0] != nil }.uniqued
        case 0...8: books { isAnswer(BookValues($1)) }
        case 9, 12, 14, 16: books { isLinked($0, $1) }
        case 11: contents.chapters.filter { $0.value == nil }.map(\.key)
        case 13: contents.labels.filter { contents.books(ofLabel: $0).contains { isOnShelf(contents.books[$0]) } }
        case 17: contents.chapters.filter { pages($0.value) < number }.map(\.key)
        case 10, 15, 21, 24: contents.shelves.keys.filter(isShelf)
        case 18, 19, 20: contents.items.filter { isItem($0.value) }.map(\.key)
        case 22: contents.slips.filter { (contents.book(ofSlip: $0) ?? 0) > number }
        case 23: contents.books.keys.filter { $0 % 3 == 0 && $0 + 1 > number }
        default: books { BookValues($1).title.lowercased().contains("t") }
        }
    }

    private func books(_ condition: (Int, Contents.BookRow) -> Bool) -> [Int] {
        contents.books.filter { condition($0.key, $0.value) }.map(\.key)
    }

    private func isAnswer(_ book: BookValues) -> Bool {
        switch form {
        case 0: (book.pages ?? 0) > number
        case 1: book.title.contains("\(number % 10)")
        case 2: book.mood == Mood.merry.rawValue
        case 3: book.isOpen && book.rating < Double(number) / 4
        case 4: book.day >= Double(number) * 1_000 || book.pages == nil
        case 6: book.pages != nil && !book.title.hasSuffix("\(number % 10)")
        case 7: book.row.coded.detail.width > number
        default: book.row.coded.tags.contains("g1")
        }
    }

    private func isOnShelf(_ book: Contents.BookRow?) -> Bool {
        book?.shelf.flatMap { contents.shelves[$0] } == "s\(number % 4)"
    }

    private func isLinked(_ book: Int, _ row: Contents.BookRow) -> Bool {
        switch form {
        case 9: isOnShelf(row)
        case 12: row.labels.count >= number % 3
        case 14: contents.chapters(ofBook: book).isEmpty
        default: row.slip != nil
        }
    }

    private func pages(_ book: Int?) -> Int {
        book.flatMap { contents.books[$0] }.flatMap { BookValues($0).pages } ?? 7
    }

    private func isShelf(_ shelf: Int) -> Bool {
        let books = contents.books(ofShelf: shelf).compactMap { contents.books[$0].map { BookValues($0) } }
        return switch form {
        case 10: books.contains { $0.title.hasPrefix("t1") }
        case 15: books.allSatisfy(\.isOpen)
        case 21: (number...(number + 20)).contains(shelf)
        default: books.count { $0.pages != nil } > 1
        }
    }

    private func isItem(_ item: Contents.ItemRow) -> Bool {
        switch form {
        case 18: item.name == "i\(number % 4)"
        case 19: (item.watts ?? -1) > number
        default: item.place != nil
        }
    }
}

extension [Int] {
    fileprivate var uniqued: [Int] { Array(Set(self)) }
}
