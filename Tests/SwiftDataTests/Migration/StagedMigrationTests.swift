import Foundation
import SwiftData
import Synchronization
import Testing

@testable import SwiftData

/// Stages with code, shaped like those of apps. What a migration refuses is judged by the objects that the code leaves.
@Suite(.serialized) struct StagedMigrationTests {
    private func container<Version: VersionedSchema>(
        _ version: Version.Type,
        at store: TemporaryStore,
        plan: (any SchemaMigrationPlan.Type)? = nil
    ) throws -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(
            for: schema,
            migrationPlan: plan,
            configurations: [ModelConfiguration(schema: schema, url: store.url)]
        )
    }

    private func migrate<Plan: TestPlan>(
        _ store: TemporaryStore,
        by plan: Plan.Type,
        willMigrate: (@Sendable (ModelContext) throws -> Void)? = nil,
        didMigrate: (@Sendable (ModelContext) throws -> Void)? = nil
    ) throws -> ModelContext {
        Plan.code.withLock { $0 = StageCode(willMigrate: willMigrate, didMigrate: didMigrate) }
        return ModelContext(try container(Plan.New.self, at: store, plan: plan))
    }

    /// The error of a migration, after which the store must be what it was.
    private func refusal(
        of store: TemporaryStore,
        _ migration: () throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> MigrationError {
        let before = try store.rows("SELECT * FROM Entry ORDER BY pk")
        let error = #expect(throws: MigrationError.self, sourceLocation: sourceLocation) { try migration() }
        #expect(try store.rows("SELECT * FROM Entry ORDER BY pk") == before, sourceLocation: sourceLocation)
        return try #require(error, sourceLocation: sourceLocation)
    }

    private func ledger(_ accounts: [String?], amount: String = "5") throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = ModelContext(try container(LedgerV1.self, at: store))
        for (number, account) in accounts.enumerated() {
            context.insert(LedgerV1.Entry("\(number)", account: account, amount: amount))
        }
        try context.save()
        return store
    }

    // MARK: - Versions

    @Test func aPlanOfManyYearsMigratesAStoreOfItsFirstVersion() throws {
        let store = try TemporaryStore()
        let start = Date(timeIntervalSinceReferenceDate: 1_000)
        let first = ModelContext(try container(ShowsV1.self, at: store))
        for number in 0..<3 {
            let episode = ShowsV1.Episode("episode \(number)")
            first.insert(episode)
            for view in 0..<number { first.insert(ShowsV1.Viewing(start + Double(view), of: episode)) }
        }
        first.insert(ShowsV1.Cover("https://example.org/1.png"))
        try first.save()
        for _ in 0..<2 {
            let context = ModelContext(try container(ShowsV1p3.self, at: store, plan: ShowsPlan.self))
            let episodes = try context.fetch(FetchDescriptor<Episode>(sortBy: [SortDescriptor(\.title)]))
            #expect(episodes.map(\.title) == ["episode 0", "episode 1", "episode 2"])
            #expect(episodes.map(\.viewed) == [nil, start, start + 1])
            #expect(episodes.allSatisfy { $0.summary == nil && !$0.isBookmarked })
            #expect(try context.fetchCount(FetchDescriptor<ShowsV1p3.Cover>()) == 0)
        }
        #expect(
            try store.rows("SELECT name FROM sqlite_master WHERE name LIKE '%iewing%' OR name LIKE '%migration%'") == []
        )
    }

    /// Stages in any order give the versions that the list lacks their places.
    @Test func versionsThatOnlyStagesNameHaveTheirPlace() {
        func versions<Plan: SchemaMigrationPlan>(_ plan: Plan.Type) -> [Schema.Version] {
            PlanVersions.all(of: plan).map { $0.versionIdentifier }
        }
        let expected = [Schema.Version(1, 0, 0), .init(1, 1, 0), .init(1, 2, 0), .init(1, 3, 0)]
        #expect(versions(ShowsPlan.self) == expected)
        #expect(versions(GapPlan.self) == expected)
        #expect(versions(UnlistedPlan.self) == expected)
        #expect(versions(LightPlan.self) == [.init(1, 0, 0), .init(2, 0, 0)])
    }

    @Test func aStoreThatIsNoneOfThePlansSaysWhatItDiffersIn() throws {
        let store = try TemporaryStore()
        let schema = Schema([LedgerV3.Entry.self], version: .init(1, 0, 0))
        let configuration = ModelConfiguration(schema: schema, url: store.url)
        let context = ModelContext(try ModelContainer(for: schema, configurations: configuration))
        context.insert(LedgerV3.Entry("one"))
        try context.save()
        let error = try refusal(of: store) { _ = try migrate(store, by: RequiredPlan.self) }
        #expect(error.kind == .unknownSchema && error.entity == "Entry" && error.property == "amount")
        #expect(error.reason.contains("Entry.amount is String, formerly Int"))
        let files = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
        #expect(!files.contains { $0.contains("backup") }, "a refused migration leaves none")
    }

    /// The class of an older version leads to the entity that now bears the name of its target.
    @Test func aReusedClassLeadsToTheEntityOfItsTargetsName() throws {
        let store = try TemporaryStore()
        let container = try container(ShowsV1p1.self, at: store)
        let context = ModelContext(container)
        let viewings = try #require(container.schema.entitiesByName["Viewing"])
        #expect(viewings.relationshipsByName["episode"]?.inverseName == "viewings")
        #expect(container.schema.entities.map(\.name).sorted() == ["Cover", "Episode", "Viewing"])
        let (kept, gone) = (ShowsV1p1.Episode("kept"), ShowsV1p1.Episode("gone"))
        for episode in [kept, gone] {
            context.insert(episode)
            episode.viewings = [ShowsV1.Viewing(nil, of: ShowsV1.Episode("of the first version"))]
        }
        #expect(throws: (any Error).self, "an object of the older class has no place here") { try context.save() }
    }

    @Test func objectsOfAReusedClassAreLinkedFromTheNewOne() throws {
        let store = try TemporaryStore()
        let first = ModelContext(try container(ShowsV1.self, at: store))
        for name in ["kept", "gone"] {
            let episode = ShowsV1.Episode(name)
            first.insert(episode)
            for second in 0..<2 {
                first.insert(ShowsV1.Viewing(Date(timeIntervalSinceReferenceDate: Double(second)), of: episode))
            }
        }
        try first.save()
        let context = ModelContext(try container(ShowsV1p1.self, at: store, plan: ShowsPlan.self))
        let episodes = try context.fetch(FetchDescriptor<ShowsV1p1.Episode>(sortBy: [SortDescriptor(\.title)]))
        #expect(episodes.map { $0.viewings?.count } == [2, 2])
        let viewing = try #require(episodes[1].viewings?.first)
        context.delete(episodes[0])
        context.delete(viewing)
        try context.save()
        #expect(episodes[1].viewings?.count == 1)
        #expect(try store.rows("SELECT count(*) FROM Viewing") == ["1"])
    }

    /// The older properties show nothing of objects that have another class now; links, inverses and rules stay.
    @Test func rulesFollowTheLinksOfAReusedClass() throws {
        let store = try TemporaryStore()
        let first = ModelContext(try container(RacksV1.self, at: store))
        for name in ["left", "right"] {
            let rack = RacksV1.Rack(name)
            first.insert(rack)
            rack.boxes = (0..<2).map { RacksV1.Box("\(name) \($0)") }
            rack.first = rack.boxes[0]
        }
        try first.save()
        let context = ModelContext(try container(RacksV2.self, at: store))
        let racks = try context.fetch(FetchDescriptor<RacksV2.Rack>(sortBy: [SortDescriptor(\.name)]))
        let boxes = try context.fetch(FetchDescriptor<RacksV2.Box>(sortBy: [SortDescriptor(\.label)]))
        #expect(boxes.map { $0.rack?.name } == ["left", "left", "right", "right"])
        #expect(racks[0].boxes.isEmpty && racks[0].first == nil)
        racks[1].name = "right side"
        try context.save()
        #expect(try store.rows("SELECT first FROM Rack ORDER BY pk") == ["1", "3"], "an unread link stays")
        context.delete(racks[0])
        try context.save()
        #expect(try store.rows("SELECT label FROM Box ORDER BY pk") == ["right 0", "right 1"])
        boxes[2].rack = nil
        try context.save()
        #expect(try store.rows("SELECT label, rack FROM Box ORDER BY pk") == ["right 0|nil", "right 1|2"])
    }

    // MARK: - Missing values

    @Test func aRequiredPropertyNeedsNoDefaultWhereNothingIsLeft() throws {
        let empty = try ledger([])
        #expect(
            try ModelContext(container(LedgerV2.self, at: empty)).fetchCount(FetchDescriptor<LedgerV2.Entry>()) == 0
        )
        let full = try ledger(["a", nil])
        let context = try migrate(
            full,
            by: RequiredPlan.self,
            willMigrate: { context in
                try context.delete(model: LedgerV1.Entry.self)
            }
        )
        #expect(try context.fetchCount(FetchDescriptor<LedgerV2.Entry>()) == 0)
        context.insert(LedgerV2.Entry("new"))
        try context.save()
    }

    @Test func aRequiredPropertyWithoutAValueIsRefusedWithAnExample() throws {
        let store = try ledger(["a", "b"])
        let plain = try refusal(of: store) { _ = try container(LedgerV2.self, at: store) }
        #expect(plain.kind == .missingValue && plain.entity == "Entry" && plain.property == "currency")
        #expect(plain.reason.contains("key 1"))
        let staged = try refusal(of: store) {
            _ = try migrate(
                store,
                by: RequiredPlan.self,
                willMigrate: { context in
                    let entries = try context.fetch(FetchDescriptor<LedgerV1.Entry>(sortBy: [SortDescriptor(\.text)]))
                    context.delete(entries[0])
                }
            )
        }
        #expect(staged.kind == .missingValue && staged.property == "currency" && staged.reason.contains("key 2"))
    }

    @Test func theCodeMayFillWhatIsMissing() throws {
        let store = try ledger(["a", nil, nil])
        let context = try migrate(
            store,
            by: RequiredPlan.self,
            willMigrate: { context in
                for entry in try context.fetch(FetchDescriptor<LedgerV1.Entry>()) where entry.account == nil {
                    if entry.text == "1" { entry.account = "found" }
                }
                try context.save()
            },
            didMigrate: { context in
                for entry in try context.fetch(FetchDescriptor<LedgerV2.Entry>()) {
                    // The same as what stands in for the missing value.
                    entry.currency = ""
                    entry.rate = 1.5
                    if entry.text == "2" { entry.account = "late" }
                }
            }
        )
        let entries = try context.fetch(FetchDescriptor<LedgerV2.Entry>(sortBy: [SortDescriptor(\.text)]))
        #expect(entries.map(\.account) == ["a", "found", "late"])
        #expect(entries.map(\.rate) == [1.5, 1.5, 1.5])
        #expect(try store.rows("SELECT name FROM sqlite_master WHERE name LIKE '%migration%'") == [])
    }

    @Test func whatTheCodeLeavesEmptyIsRefused() throws {
        let store = try ledger(["a", nil])
        let error = try refusal(of: store) {
            _ = try migrate(
                store,
                by: RequiredPlan.self,
                didMigrate: { context in
                    for entry in try context.fetch(FetchDescriptor<LedgerV2.Entry>()) {
                        entry.currency = "EUR"
                        entry.rate = 1
                    }
                }
            )
        }
        #expect(error.kind == .missingValue && error.property == "account" && error.reason.contains("key 2"))
        let deleting = try migrate(
            store,
            by: RequiredPlan.self,
            didMigrate: { try $0.delete(model: LedgerV2.Entry.self) }
        )
        #expect(try deleting.fetchCount(FetchDescriptor<LedgerV2.Entry>()) == 0)
    }

    // MARK: - Other types

    @Test func aTypeMayChangeWhereTheCodeCarriesTheValues() throws {
        let store = try ledger(["a", nil], amount: "12")
        let amounts = Mutex<[PersistentIdentifier: Int]>([:])
        let context = try migrate(
            store,
            by: TypePlan.self,
            willMigrate: { context in
                for entry in try context.fetch(FetchDescriptor<LedgerV1.Entry>()) {
                    amounts.withLock { $0[entry.persistentModelID] = Int(entry.amount) }
                }
            },
            didMigrate: { context in
                for entry in try context.fetch(FetchDescriptor<LedgerV3.Entry>()) {
                    entry.amount = amounts.withLock { $0[entry.persistentModelID] } ?? -1
                }
            }
        )
        #expect(try context.fetch(FetchDescriptor<LedgerV3.Entry>()).map(\.amount) == [12, 12])
    }

    @Test func aTypeMayChangeWhereNoValueIsLeft() throws {
        let empty = try ledger([])
        #expect(
            try ModelContext(container(LedgerV3.self, at: empty)).fetchCount(FetchDescriptor<LedgerV3.Entry>()) == 0
        )
        let full = try ledger(["a"])
        let context = try migrate(
            full,
            by: TypePlan.self,
            willMigrate: { context in
                try context.delete(model: LedgerV1.Entry.self)
            }
        )
        #expect(try context.fetchCount(FetchDescriptor<LedgerV3.Entry>()) == 0)
    }

    @Test func aValueThatNobodyCarriesOverIsRefused() throws {
        let store = try ledger(["a"])
        let error = try refusal(of: store) { _ = try migrate(store, by: TypePlan.self, didMigrate: { _ in }) }
        #expect(error.kind == .notLightweight && error.property == "amount")
        #expect(error.reason.contains("willMigrate") && error.reason.contains("key 1"))
        #expect(!error.reason.contains("needs a migration stage"))
        let plain = try refusal(of: store) { _ = try migrate(store, by: TypePlan.self) }
        #expect(plain.kind == .notLightweight && plain.property == "amount")
    }

    // MARK: - Other targets

    private func tours() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = ModelContext(try container(ToursV1.self, at: store))
        for name in ["north", "south"] {
            let tour = ToursV1.Tour(name, guide: "guide of \(name)")
            context.insert(tour)
            tour.stops = (0..<3).map { ToursV1.Stop("\(name) \($0)") }
        }
        try context.save()
        return store
    }

    private struct OldTour {
        var guide: String
        var stops: [String]
    }

    @Test func theCodeCarriesLinksToAnotherClass() throws {
        let store = try tours()
        let old = Mutex<[PersistentIdentifier: OldTour]>([:])
        let context = try migrate(
            store,
            by: ToursPlan.self,
            willMigrate: { context in
                for tour in try context.fetch(FetchDescriptor<ToursV1.Tour>()) {
                    let found = OldTour(guide: tour.guide, stops: tour.stops.map(\.name))
                    old.withLock { $0[tour.persistentModelID] = found }
                }
                try context.delete(model: ToursV1.Stop.self)
            },
            didMigrate: { context in
                for tour in try context.fetch(FetchDescriptor<ToursV2.Tour>()) {
                    let found = try #require(old.withLock { $0[tour.persistentModelID] })
                    tour.guide = ToursV2.Guide(found.guide)
                    tour.stops = found.stops.map { ToursV2.Place($0) }
                }
            }
        )
        let found = try context.fetch(FetchDescriptor<ToursV2.Tour>(sortBy: [SortDescriptor(\.name)]))
        #expect(found.map(\.guide.name) == ["guide of north", "guide of south"])
        #expect(found[1].stops.map(\.title) == ["south 0", "south 1", "south 2"])
        #expect(try StoreIntegrity.problems(in: store.url) == [])
    }

    @Test func aRequiredLinkThatTheCodeLeavesEmptyIsRefused() throws {
        let store = try tours()
        let error = #expect(throws: MigrationError.self) {
            try migrate(store, by: ToursPlan.self, willMigrate: { _ in }, didMigrate: { _ in })
        }
        #expect(error?.kind == .missingValue && error?.property == "guide")
        let links = #expect(throws: MigrationError.self) { try migrate(store, by: ToursPlan.self) }
        #expect(links?.kind == .notLightweight)
        #expect(try ModelContext(container(ToursV1.self, at: store)).fetch(FetchDescriptor<ToursV1.Stop>()).count == 6)
    }

    @Test func objectsThatAreMadeBeforehandAreInsertedAfterwards() throws {
        let store = try TemporaryStore()
        let first = ModelContext(try container(CardsV1.self, at: store))
        for day in 1...2 {
            let card = CardsV1.Card(day: day)
            first.insert(card)
            card.lines = [10, 20].map { CardsV1.Card.Line(minutes: $0 * day) }
        }
        try first.save()
        let context = ModelContext(try container(CardsV2.self, at: store, plan: CardsPlan.self))
        let cards = try context.fetch(FetchDescriptor<CardsV2.DatedCard>(sortBy: [SortDescriptor(\.start)]))
        #expect(cards.map(\.start.timeIntervalSinceReferenceDate) == [86_400, 172_800])
        #expect(
            cards.map { $0.lines.map { $0.end.timeIntervalSince(cards[0].start) } } == [
                [600, 1_200], [87_600, 88_800],
            ]
        )
        #expect(try store.rows("SELECT name FROM sqlite_master WHERE name IN ('Card', 'Line')") == [])
    }

    // MARK: - Keys

    @Test func aKeyMayBecomeUniqueWhereTheCodeLeavesNoDuplicates() throws {
        let store = try TemporaryStore()
        let first = ModelContext(try container(MembersV1.self, at: store))
        for (name, visits) in [("ann", 1), ("bob", 2), ("ann", 3)] {
            first.insert(MembersV1.Member(name, visits: visits, nickname: "\(name) \(visits)"))
        }
        first.insert(MembersV1.Member("cem", visits: 4))
        try first.save()
        let missing = #expect(throws: MigrationError.self) {
            try migrate(store, by: MembersPlan.self, didMigrate: { _ in })
        }
        // Nothing can stand in for a value that must be unique, so the code before has to set it.
        #expect(missing?.kind == .missingValue && missing?.property == "nickname")
        let context = try migrate(
            store,
            by: MembersPlan.self,
            willMigrate: { context in
                var seen: [String: MembersV1.Member] = [:]
                for member in try context.fetch(FetchDescriptor<MembersV1.Member>(sortBy: [SortDescriptor(\.visits)])) {
                    member.nickname = member.nickname ?? member.name
                    if let known = seen[member.name] {
                        known.visits += member.visits
                        context.delete(member)
                    } else {
                        seen[member.name] = member
                    }
                }
                try context.save()
            }
        )
        let members = try context.fetch(FetchDescriptor<MembersV2.Member>(sortBy: [SortDescriptor(\.name)]))
        #expect(members.map(\.name) == ["ann", "bob", "cem"])
        #expect(members.map(\.visits) == [4, 2, 4])
        #expect(members.map(\.nickname) == ["ann 1", "bob 2", "cem"])
    }
}
