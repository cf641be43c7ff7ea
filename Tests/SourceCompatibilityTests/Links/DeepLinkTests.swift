import Foundation
import SwiftData
import Testing

struct DeepLinkTests {
    let folder: TemporaryFolder
    let container: ModelContainer
    let context: ModelContext
    let cards: [ContactCard]

    init() throws {
        folder = try TemporaryFolder()
        container = try ModelContainer(
            for: ContactCard.self,
            configurations: ModelConfiguration(url: folder.file("cards.store"))
        )
        context = ModelContext(container)
        cards = ["Ada", "Bo", "Cy"].map { ContactCard(id: $0.lowercased(), fullName: $0) }
        for card in cards {
            context.insert(card)
        }
        try context.save()
    }

    @Test func jsonHasTheKnownShape() throws {
        let id = cards[1].persistentModelID
        let parts = try #require(id.parts?.implementation)
        let store = try #require(id.storeIdentifier)
        #expect(parts.entityName == "ContactCard")
        #expect(parts.isTemporary == false)
        #expect(id.isTemporary == false)
        #expect(ContactCard(id: "x", fullName: "Unsaved").persistentModelID.isTemporary)
        #expect(parts.storeIdentifier == store)
        #expect(parts.primaryKey.hasPrefix("p"))
        #expect(parts.uriRepresentation.absoluteString == "x-coredata://\(store)/ContactCard/\(parts.primaryKey)")
        #expect(id.uriRepresentation == parts.uriRepresentation)
        #expect(Set(cards.compactMap { $0.persistentModelID.parts?.implementation.primaryKey }).count == 3)
    }

    @Test func linkLeadsBackToTheObject() throws {
        let url = try #require(try DeepLink.url(for: cards[2].persistentModelID))
        #expect(url.host == "contactcard")
        let id = try #require(DeepLink.identifier(from: url))
        #expect(id == cards[2].persistentModelID)
        #expect((context.model(for: id) as? ContactCard) === cards[2])
        #expect(DeepLink.identifier(from: try #require(URL(string: "other://x"))) == nil)
    }

    @Test func identifiersStayValidInTheNextLaunch() throws {
        var recent = RecentCards()
        recent.opened(cards[0])
        recent.opened(cards[2])
        recent.opened(cards[0])
        let saved = try JSONEncoder().encode(recent)

        let container = try ModelContainer(
            for: ContactCard.self,
            configurations: ModelConfiguration(url: folder.file("cards.store"))
        )
        let next = try JSONDecoder().decode(RecentCards.self, from: saved)
        #expect(try next.cards(in: ModelContext(container)).map(\.fullName) == ["Ada", "Cy"])
    }

    @Test func registeredAndUnknownModels() throws {
        let id = cards[0].persistentModelID
        let here: ContactCard? = context.registeredModel(for: id)
        #expect(here === cards[0])
        let fresh = ModelContext(container)
        let there: ContactCard? = fresh.registeredModel(for: id)
        #expect(there == nil)
        let loaded = try #require(fresh.model(for: id) as? ContactCard)
        #expect(loaded.fullName == "Ada")
        let now: ContactCard? = fresh.registeredModel(for: id)
        #expect(now === loaded)
    }

    @Test func ownIdAndPersistentIdAreDifferentThings() throws {
        let wanted = "bo"
        let byOwnID = try context.fetch(FetchDescriptor<ContactCard>(predicate: #Predicate { $0.id == wanted }))
        #expect(byOwnID.map(\.fullName) == ["Bo"])
        #expect(byOwnID.first?.id == "bo")
        let made = try PersistentIdentifier.identifier(for: "store", entityName: "ContactCard", primaryKey: 12)
        #expect(made.entityName == "ContactCard")
        #expect(made.storeIdentifier == "store")
        #expect(made != cards[0].persistentModelID)
        #expect([cards[1], cards[0]].map(\.persistentModelID).sorted().count == 2)
        #expect(Set(cards).count == 3)
        #expect(cards[0] == cards[0] && cards[0] != cards[1])
    }
}
