import Foundation
import SwiftData

/// Namespace of the model layer; views write `Cards.Deck`.
enum Cards {}

extension Cards {
    @Model
    final class Deck {
        @Attribute(.unique) var title: String
        var languageCode: String?
        @Relationship(deleteRule: .cascade, inverse: \Card.deck) fileprivate var storedCards: [Card] = []

        var cards: [Card] {
            get { storedCards }
            set { storedCards = newValue }
        }

        init(title: String, languageCode: String? = nil) {
            self.title = title
            self.languageCode = languageCode
        }
    }

    @Model
    final class Card {
        private(set) var front: String
        private(set) var back: String
        fileprivate(set) var box: Int = 1
        var dueDate: Date
        var deck: Deck?
        private var history: [Review] = []

        @Transient var isFlipped = false
        @Transient private(set) var cachedHint: String?

        init(front: String, back: String, dueDate: Date) {
            self.front = front
            self.back = back
            self.dueDate = dueDate
        }

        struct Review: Codable, Equatable {
            var date: Date
            var grade: Grade
        }

        enum Grade: Int, Codable, Comparable {
            case again, hard, good, easy

            static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
        }

        var successRate: Double? {
            guard !history.isEmpty else { return nil }
            return Double(history.filter { $0.grade >= .good }.count) / Double(history.count)
        }

        var hint: String {
            if let cachedHint { return cachedHint }
            let made = String(back.prefix(1)) + "…"
            cachedHint = made
            return made
        }

        func review(_ grade: Grade, on date: Date) {
            history.append(Review(date: date, grade: grade))
            box = grade == .again ? 1 : min(box + 1, 5)
            dueDate = date.addingTimeInterval(Double(1 << (box - 1)) * 86_400)
        }

        func correct(front: String? = nil, back: String? = nil) {
            if let front { self.front = front }
            if let back { self.back = back }
        }
    }
}

extension Cards {
    /// A study session; nothing is kept unless it is finished.
    @MainActor
    final class Session {
        let context: ModelContext
        private(set) var queue: [Card]

        init(deck: Deck, on date: Date, in context: ModelContext) throws {
            self.context = context
            let deckID = deck.persistentModelID
            queue = try context.fetch(
                FetchDescriptor<Card>(
                    predicate: #Predicate { $0.deck?.persistentModelID == deckID && $0.dueDate <= date },
                    sortBy: [SortDescriptor(\.box), SortDescriptor(\.front)]
                )
            )
        }

        func answer(_ grade: Card.Grade, on date: Date) {
            guard !queue.isEmpty else { return }
            queue.removeFirst().review(grade, on: date)
        }

        func finish() throws {
            try context.save()
        }

        func abandon() {
            context.rollback()
        }
    }
}
