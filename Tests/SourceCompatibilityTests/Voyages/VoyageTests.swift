import Foundation
import SwiftData
import Testing

struct VoyageTests {
    let container: ModelContainer
    let context: ModelContext
    let ines: Traveler

    init() throws {
        container = try ModelContainer(
            for: Voyage.self,
            Leg.self,
            Lodging.self,
            Traveler.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        context = ModelContext(container)
        ines = Traveler(name: "Inês")
        let bob = Traveler(name: "Bob")
        context.insert(ines)
        context.insert(bob)

        let alps = Voyage("Alps 10", to: "Zürich", from: .day(10), until: .day(20), budget: 900, rating: 5)
        let coast = Voyage("alps 9", to: "Nice", from: .day(15), until: .day(18), rating: 3)
        let old = Voyage("Álamo", to: "Texas", from: .day(1), until: .day(4), budget: 0)
        old.isArchived = true
        let plan = Voyage("Zebra", to: "Nairobi", from: .day(40), until: .day(50))
        [alps, coast, old, plan].forEach { context.insert($0) }
        alps.organizer = ines
        plan.organizer = bob
        alps.legs = [
            Leg(from: "Lisbon", to: "Zürich", price: 120.5, departure: .day(10), isBooked: true),
            Leg(from: "Zürich", to: "Chur", price: 40, departure: .day(11)),
        ]
        coast.legs = [Leg(from: "Lisbon", to: "Nice", price: 80, departure: .day(15), isBooked: true)]
        alps.lodging = Lodging(address: .init(street: "Seestrasse 1", city: "Zürich", zip: "8001"), nights: 9)
        coast.lodging = Lodging(address: .init(street: "Rue 2", city: "Nice"), nights: 3)
        try context.save()
    }

    private func names(_ change: (inout VoyageFilter) -> Void = { _ in }) throws -> [String] {
        var filter = VoyageFilter()
        change(&filter)
        return try ModelContext(container).fetch(filter.descriptor()).map(\.name)
    }

    @Test func defaultsHideTheArchive() throws {
        #expect(try names() == ["Alps 10", "alps 9", "Zebra"])
        #expect(try names { $0.includesArchived = true } == ["Álamo", "Alps 10", "alps 9", "Zebra"])
    }

    @Test func text() throws {
        #expect(try names { $0.searchText = "zurich" } == ["Alps 10"])
        #expect(try names { $0.searchText = " ALPS " } == ["Alps 10", "alps 9"])
        #expect(
            try names {
                $0.searchText = "alamo"
                $0.includesArchived = true
            } == ["Álamo"]
        )
    }

    @Test func ratingDatesAndOrganizer() throws {
        #expect(try names { $0.minimumRating = 3 } == ["Alps 10", "alps 9"])
        #expect(try names { $0.minimumRating = 4 } == ["Alps 10"])
        #expect(try names { $0.interval = Date.day(19)...Date.day(45) } == ["Alps 10", "Zebra"])
        #expect(try names { $0.organizerID = ines.persistentModelID } == ["Alps 10"])
        #expect(try names { $0.onlyWithOpenLegs = true } == ["Alps 10"])
    }

    @Test func orders() throws {
        #expect(
            try names {
                $0.order = .name
                $0.includesArchived = true
            } == ["Álamo", "alps 9", "Alps 10", "Zebra"]
        )
        #expect(try names { $0.order = .ratingDescending } == ["Alps 10", "alps 9", "Zebra"])
        #expect(try names { $0.order = .organizer } == ["alps 9", "Zebra", "Alps 10"])
        #expect(try names { $0.order = .lodgingNights } == ["Zebra", "alps 9", "Alps 10"])
    }

    @Test func limitAndOffset() throws {
        #expect(try names { $0.limit = 2 } == ["Alps 10", "alps 9"])
        #expect(
            try names {
                $0.limit = 2
                $0.offset = 2
            } == ["Zebra"]
        )
        #expect(
            try names {
                $0.offset = 1
                $0.limit = 1
            } == ["alps 9"]
        )
    }

    @Test func partlyFetchedObjectsLoadTheRestOnDemand() throws {
        let fresh = ModelContext(container)
        let alps = try #require(try fresh.fetch(VoyageFilter(limit: 1).descriptor()).first)
        #expect(alps.budget == 900)
        #expect(alps.lodging?.address.zip == "8001")
        #expect(alps.legs.map(\.target) == ["Zürich", "Chur"])
        #expect(alps.organizer?.name == "Inês")
    }

    @Test func codableMembersInPredicates() throws {
        let city = "Nice"
        let found = FetchDescriptor<Lodging>(predicate: #Predicate { $0.address.city == city })
        #expect(try context.fetch(found).map { $0.voyage?.name } == ["alps 9"])
        let noZip = FetchDescriptor<Lodging>(predicate: #Predicate { $0.address.zip == nil })
        #expect(try context.fetchCount(noZip) == 1)
        let voyage = container.schema.entity(for: Lodging.self)?.relationshipsByName["voyage"]
        #expect(voyage?.options == [.unique])
        #expect(voyage?.isUnique == true)
    }

    @Test func expressionOverLegs() throws {
        let openLegs = #Expression<[Leg], Int> { legs in
            legs.filter { !$0.isBooked }.count
        }
        let today = Date.day(12)
        let predicate = #Predicate<Voyage> { voyage in
            (voyage.startDate..<voyage.endDate).contains(today) && openLegs.evaluate(voyage.legs) > 0
        }
        #expect(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.name) == ["Alps 10"])
    }

    @Test func pendingChangesAreMergedUnlessRefused() throws {
        let alps = try #require(
            try context.fetch(
                FetchDescriptor<Voyage>(predicate: #Predicate { $0.rating == 5 })
            ).first
        )
        alps.rating = 1
        context.insert(Voyage("New", to: "Here", from: .day(60), until: .day(61), rating: 5))
        var descriptor = FetchDescriptor<Voyage>(predicate: #Predicate { $0.rating == 5 })
        #expect(try context.fetch(descriptor).map(\.name) == ["New"])
        descriptor.includePendingChanges = false
        #expect(try context.fetch(descriptor).map(\.name) == ["Alps 10"])
        #expect(context.changedModelsArray.count == 1)
        #expect(context.insertedModelsArray.count == 1)
        context.rollback()
        #expect(alps.rating == 5)
        descriptor.includePendingChanges = true
        #expect(try context.fetch(descriptor).map(\.name) == ["Alps 10"])
    }
}
