import Foundation
import SwiftData
import Testing

@MainActor
struct FlashcardTests {
    let container: ModelContainer
    let deck: Cards.Deck

    init() throws {
        container = try ModelContainer(
            for: Cards.Deck.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        container.mainContext.autosaveEnabled = false
        deck = Cards.Deck(title: "Português", languageCode: "pt")
        container.mainContext.insert(deck)
        deck.cards = [
            Cards.Card(front: "boat", back: "barco", dueDate: .day(1)),
            Cards.Card(front: "apple", back: "maçã", dueDate: .day(1)),
            Cards.Card(front: "later", back: "depois", dueDate: .day(30)),
        ]
        try container.mainContext.save()
    }

    @Test func entityNamesAreUnqualified() {
        #expect(Schema.entityName(for: Cards.Deck.self) == "Deck")
        #expect(Set(container.schema.entitiesByName.keys) == ["Deck", "Card"])
    }

    @Test func finishedSessionIsKept() throws {
        let session = try Cards.Session(deck: deck, on: .day(2), in: container.mainContext)
        #expect(session.queue.map(\.front) == ["apple", "boat"])
        session.answer(.good, on: .day(2))
        session.answer(.again, on: .day(2))
        try session.finish()

        let fresh = ModelContext(container)
        let cards = try fresh.fetch(FetchDescriptor<Cards.Card>(sortBy: [SortDescriptor(\.front)]))
        #expect(cards.map(\.box) == [2, 1, 1])
        #expect(cards.map(\.dueDate) == [.day(4), .day(3), .day(30)])
        #expect(cards.map(\.successRate) == [1, 0, nil])
    }

    @Test func abandonedSessionLeavesNoTrace() throws {
        let context = container.mainContext
        let session = try Cards.Session(deck: deck, on: .day(2), in: context)
        let apple = try #require(session.queue.first)
        session.answer(.easy, on: .day(2))
        deck.cards.append(Cards.Card(front: "temp", back: "temp", dueDate: .day(1)))
        #expect(context.hasChanges)
        #expect(apple.hasChanges)
        session.abandon()
        #expect(context.hasChanges == false)
        #expect(apple.box == 1)
        #expect(apple.successRate == nil)
        #expect(deck.cards.map(\.front).sorted() == ["apple", "boat", "later"])
        #expect(try context.fetchCount(FetchDescriptor<Cards.Card>()) == 3)
    }

    @Test func rollbackBringsDeletedObjectsBack() throws {
        let context = container.mainContext
        context.delete(deck)
        #expect(deck.isDeleted)
        #expect(try context.fetchCount(FetchDescriptor<Cards.Deck>()) == 0)
        context.rollback()
        #expect(deck.isDeleted == false)
        #expect(deck.cards.count == 3)
        #expect(try context.fetchCount(FetchDescriptor<Cards.Deck>()) == 1)
    }

    @Test func transientsAreResetInAnotherContext() throws {
        let card = try #require(deck.cards.first)
        card.isFlipped = true
        #expect(card.hint == "b…")
        #expect(card.cachedHint == "b…")
        let id = card.persistentModelID
        let reader = ModelContext(container)
        let copy = try #require(reader.model(for: id) as? Cards.Card)
        #expect(copy.isFlipped == false)
        #expect(copy.cachedHint == nil)
    }

    @Test func undoAndRedo() throws {
        let context = container.mainContext
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        let card = try #require(deck.cards.first { $0.front == "boat" })

        manager.beginUndoGrouping()
        card.correct(back: "bote")
        context.processPendingChanges()
        manager.endUndoGrouping()
        manager.beginUndoGrouping()
        context.insert(Cards.Card(front: "new", back: "novo", dueDate: .day(1)))
        context.processPendingChanges()
        manager.endUndoGrouping()

        #expect(manager.canUndo)
        manager.undo()
        #expect(try context.fetchCount(FetchDescriptor<Cards.Card>()) == 3)
        #expect(card.back == "bote")
        manager.undo()
        #expect(card.back == "barco")
        #expect(manager.canRedo)
        manager.redo()
        #expect(card.back == "bote")
        try context.save()
        #expect(
            try ModelContext(container).fetchCount(
                FetchDescriptor<Cards.Card>(predicate: #Predicate { $0.back == "bote" })
            ) == 1
        )
    }
}
