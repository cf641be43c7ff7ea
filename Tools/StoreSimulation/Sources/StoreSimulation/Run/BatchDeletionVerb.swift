import Foundation
import SwiftData

/// Deletes all rows that match a condition with one call.
struct BatchDeletionVerb {
    let runner: VerbRunner

    func run(_ step: Step) throws -> String {
        let divisor = 1 + step.second % 3
        let rest = step.third % divisor
        let entity = [Entity.book, .chapter, .label, .item, .shelf][step.first % 5]
        // Of the root class alone, now and then: rows of the classes below it stay.
        let includesSubclasses = step.first % 2 == 0
        let numbers = runner.view.numbers(entity).filter { number in
            number % divisor == rest && (entity != .item || includesSubclasses || isOfRoot(number))
        }
        switch entity {
        case .book: try delete(#Predicate<Book> { $0.number % divisor == rest })
        case .chapter: try delete(#Predicate<Chapter> { $0.number % divisor == rest })
        case .label: try delete(#Predicate<Label> { $0.number % divisor == rest })
        case .item: try delete(#Predicate<Item> { $0.number % divisor == rest }, includesSubclasses)
        default: try delete(#Predicate<Shelf> { $0.number % divisor == rest })
        }
        for number in numbers { runner.change(.delete(entity, number)) }
        return "delete \(entity.rawValue) \(numbers)"
    }

    private func isOfRoot(_ item: Int) -> Bool { runner.view.items[item].map { $0.watts == nil } ?? false }

    private func delete<Model: PersistentModel>(_ predicate: Predicate<Model>, _ includesSubclasses: Bool = true) throws
    {
        try runner.context.delete(model: Model.self, where: predicate, includeSubclasses: includesSubclasses)
    }
}
