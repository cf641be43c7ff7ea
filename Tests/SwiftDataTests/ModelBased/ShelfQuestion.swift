import Foundation
import SwiftData

/// A fetch by a condition, in an order, of the test models; and the same of the naive model.
struct ShelfQuestion: CustomStringConvertible {
    /// The numbers of what was found, and how many there are without the limit.
    struct Answer: Equatable {
        let numbers: [Int]
        let count: Int
    }

    private let form: Int
    private let number: Int
    private let limit: Int?
    private let isDescending: Bool

    init(_ random: inout SeededGenerator) {
        form = Int.random(in: 0..<7, using: &random)
        number = Int.random(in: 0..<9, using: &random)
        limit = Bool.random(using: &random) ? Int.random(in: 0..<4, using: &random) : nil
        isDescending = Bool.random(using: &random)
    }

    var description: String {
        let forms = [
            "novels of more than \(number) pages", "novels with \(number) in the title", "novels by w\(number)",
            "writers of a novel t…", "chapters of no novel", "novels of \(number % 3) labels or more",
            "labels of a novel by w\(number)",
        ]
        return "\(forms[form])\(isDescending ? ", last first" : "")\(limit.map { ", \($0) at most" } ?? "")"
    }

    // MARK: The real one

    func answer(_ context: ModelContext) throws -> Answer {
        let (number, digit, name, labels) = (self.number, "\(self.number)", "w\(self.number)", self.number % 3)
        return switch form {
        case 0: try ask(context, #Predicate<Novel> { ($0.pages ?? 0) > number })
        case 1: try ask(context, #Predicate<Novel> { $0.title.contains(digit) })
        case 2: try ask(context, #Predicate<Novel> { $0.writer?.name == name })
        case 3: try ask(context, #Predicate<Writer> { $0.novels.contains { $0.title.starts(with: "t") } })
        case 4: try ask(context, #Predicate<Chapter> { $0.novel == nil })
        case 5: try ask(context, #Predicate<Novel> { $0.labels.count >= labels })
        default: try ask(context, #Predicate<Label> { $0.novels.contains { $0.writer?.name == name } })
        }
    }

    private func ask<Model: Numbered>(_ context: ModelContext, _ predicate: Predicate<Model>) throws -> Answer {
        let order = SortDescriptor(\Model.number, order: isDescending ? .reverse : .forward)
        var descriptor = FetchDescriptor(predicate: predicate, sortBy: [order])
        let count = try context.fetchCount(descriptor)
        descriptor.fetchLimit = limit
        return Answer(numbers: try context.fetch(descriptor).map(\.number), count: count)
    }

    // MARK: The naive one

    func answer(_ contents: NaiveShelf.Contents) -> Answer {
        let numbers = matching(contents).sorted()
        let ordered = isDescending ? numbers.reversed() : numbers
        return Answer(numbers: Array(ordered.prefix(limit ?? .max)), count: numbers.count)
    }

    private func matching(_ contents: NaiveShelf.Contents) -> [Int] {
        func isByName(_ novel: NaiveShelf.NovelRow?) -> Bool {
            novel?.writer.flatMap { contents.writers[$0]?.name } == "w\(number)"
        }
        let novels = contents.novels
        return switch form {
        case 0: novels.filter { ($0.value.pages ?? 0) > number }.map(\.key)
        case 1: novels.filter { $0.value.title.contains("\(number)") }.map(\.key)
        case 2: novels.filter { isByName($0.value) }.map(\.key)
        case 3: Set(novels.values.filter { $0.title.hasPrefix("t") }.compactMap(\.writer)).sorted()
        case 4: contents.chapters.filter { $0.value == nil }.map(\.key)
        case 5: novels.filter { $0.value.labels.count >= number % 3 }.map(\.key)
        default: contents.labels.filter { $0.value.contains { isByName(novels[$0]) } }.map(\.key)
        }
    }
}
