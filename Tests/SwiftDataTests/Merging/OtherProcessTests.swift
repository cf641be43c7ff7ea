import SwiftData
import Testing

@testable import SwiftData

/// What a context makes of the saves of another process: a second container on the same file, whose saves send no notices.
@Suite struct OtherProcessTests {
    private static let types: [any PersistentModel.Type] = [
        Playlist.self, Track.self, Citizen.self, Passport.self, Post.self, Topic.self, Plant.self, Bed.self,
        Invoice.self, InvoiceLine.self,
    ]

    private struct Processes {
        let store: TestStore
        let here: ModelContext
        let there: ModelContext

        init(_ models: any PersistentModel...) throws {
            store = try TestStore(.file, OtherProcessTests.types)
            here = store.makeContext()
            for model in models { here.insert(model) }
            try here.save()
            let schema = Schema(OtherProcessTests.types)
            there = ModelContext(try ModelContainer(for: schema, configurations: store.configuration))
        }

        func twin<Model: PersistentModel>(_ model: Model) throws -> Model {
            try #require(there.model(for: model.persistentModelID) as? Model)
        }

        func fresh<Model: PersistentModel>(_ type: Model.Type) throws -> [Model] {
            try store.makeFreshContext().all(type)
        }
    }

    @Test func aMemberThatWasRemovedThereIsLinkedAgain() throws {
        let list = Playlist("list", tracks: [Track("a"), Track("b")])
        let processes = try Processes(list)
        let track = list.tracks[0]
        #expect(track.playlist === list)
        try processes.twin(list).tracks.removeFirst()
        try processes.there.save()
        _ = try (processes.here.all(Playlist.self), processes.here.all(Track.self))
        list.tracks.append(track)
        try processes.here.save()
        #expect(list.tracks.map(\.title) == ["b", "a"])
        #expect(try processes.fresh(Playlist.self)[0].tracks.map(\.title) == ["b", "a"])
    }

    @Test func anAssignmentToTheOtherSideLooksAtTheMemberFirst() throws {
        let (list, other, track) = (Playlist("list"), Playlist("other"), Track("a"))
        let processes = try Processes(list, other, track)
        track.playlist = list
        try processes.here.save()
        #expect(list.tracks.count == 1)
        try processes.twin(track).playlist = processes.twin(other)
        try processes.there.save()
        _ = try processes.here.all(Playlist.self)
        track.playlist = list
        try processes.here.save()
        #expect(list.tracks.map(\.title) == ["a"] && other.tracks.isEmpty)
        let fresh = try processes.fresh(Track.self)
        #expect(fresh[0].playlist?.title == "list")
    }

    @Test func bothSidesOfOneToOneAreReadAgain() throws {
        let (citizen, other) = (Citizen("one", passport: Passport("1")), Citizen("two"))
        let processes = try Processes(citizen, other)
        let passport = try #require(citizen.passport)
        #expect(passport.holder === citizen && other.passport == nil)
        try processes.twin(passport).holder = processes.twin(other)
        try processes.there.save()
        _ = try processes.here.all(Citizen.self)
        #expect(citizen.passport == nil && other.passport === passport && passport.holder === other)
    }

    @Test func aLinkToARowThatIsGoneIsDropped() throws {
        let (list, track) = (Playlist("list"), Track("a"))
        let processes = try Processes(list, track)
        track.playlist = list
        let new = Track("new", playlist: list)
        processes.here.insert(new)
        processes.there.delete(try processes.twin(list))
        try processes.there.save()
        try processes.here.save()
        #expect(track.playlist == nil && new.playlist == nil)
        #expect(try processes.fresh(Track.self).map(\.title) == ["a", "new"])
    }

    @Test func aPairWithARowThatIsGoneIsDropped() throws {
        let (post, topic) = (Post("post"), Topic("topic"))
        let processes = try Processes(post, topic)
        post.topics.append(topic)
        processes.there.delete(try processes.twin(topic))
        try processes.there.save()
        try processes.here.save()
        #expect(post.topics.isEmpty)
        #expect(try processes.fresh(Post.self)[0].topics.isEmpty)
    }

    @Test func aChangedRowThatIsGoneIsNotFound() throws {
        let (track, other) = (Track("a"), Track("b"))
        let processes = try Processes(track, other)
        track.title = "changed"
        processes.there.delete(try processes.twin(track))
        try processes.there.save()
        #expect(try processes.here.all(Track.self).map(\.title) == ["b"])
        #expect(try processes.here.fetchCount(FetchDescriptor<Track>()) == 1)
        try processes.here.save()
        #expect(try processes.fresh(Track.self).map(\.title) == ["b"])
    }

    @Test func aMemberThatCameThereGoesWithItsOwner() throws {
        let list = Playlist("list", tracks: [Track("a")])
        let processes = try Processes(list)
        processes.here.delete(list)
        // The delete rule runs before the new member is there.
        #expect(try processes.here.all(Track.self).isEmpty)
        try processes.twin(list).tracks.append(Track("b"))
        try processes.there.save()
        try processes.here.save()
        #expect(try processes.fresh(Track.self).isEmpty)
    }

    @Test func membersThatTwoProcessesAddHavePlacesOfTheirOwn() throws {
        let list = Playlist("list", tracks: [Track("a")])
        let processes = try Processes(list)
        list.tracks.append(Track("here"))
        try processes.twin(list).tracks.append(Track("there"))
        try processes.there.save()
        try processes.here.save()
        #expect(Set(list.tracks.map(\.title)) == ["a", "here", "there"])
        let database = try RawDatabase(processes.store.configuration.url.path)
        #expect(try database.integers("SELECT count(DISTINCT playlist_order) FROM Track") == [3])
    }

    @Test func anEditedListHasTheMembersThatCameThere() throws {
        let (list, track) = (Playlist("list", tracks: [Track("a")]), Track("b"))
        let processes = try Processes(list, track)
        let held = list.tracks
        list.tracks = held
        try processes.twin(list).tracks.append(processes.twin(track))
        try processes.there.save()
        _ = try processes.here.all(Playlist.self)
        #expect(list.tracks.map(\.title) == ["a", "b"])
    }

    /// Saving takes the news that the next fetch would have: what it finds is read again all the same, with one statement.
    @Test func aFetchAfterASaveReadsWhatIsOutOfDate() throws {
        let tracks = (0..<50).map { Track("\($0)") }
        let list = Playlist("list", tracks: tracks)
        let processes = try Processes(list)
        _ = try (processes.here.all(Track.self), processes.here.all(Track.self))
        for track in try processes.there.all(Track.self) { track.title = "new" }
        try processes.there.save()
        list.title = "changed"
        try processes.here.save()
        let found = try processes.here.all(Track.self)
        let epoch = processes.here.graph.staleEpoch
        #expect(found.allSatisfy { $0._$state.epoch >= epoch })
        #expect(tracks.allSatisfy { $0.title == "new" })
    }

    @Test func aTargetThatIsGoneIsNotMadeAnew() throws {
        let (list, track) = (Playlist("list"), Track("a"))
        let processes = try Processes(list, track)
        processes.there.delete(try processes.twin(list))
        try processes.there.save()
        _ = try processes.here.all(Track.self)
        track.playlist = list
        #expect(track.playlist == nil)
        try processes.here.save()
        #expect(try processes.fresh(Playlist.self).isEmpty)
    }

    @Test func aChangeOfARowThatIsGoneIsNone() throws {
        let (track, list) = (Track("a"), Playlist("list"))
        let processes = try Processes(track, list)
        processes.there.delete(try processes.twin(track))
        try processes.there.save()
        _ = try processes.here.all(Playlist.self)
        track.title = "changed"
        #expect(!processes.here.hasChanges)
        try processes.here.save()
    }

    @Test func aRequiredTargetThatIsGoneIsRefused() throws {
        let invoice = Invoice(1)
        let processes = try Processes(invoice)
        let line = InvoiceLine("line", of: invoice)
        processes.here.insert(line)
        processes.there.delete(try processes.twin(invoice))
        try processes.there.save()
        let error = #expect(throws: SwiftDataError.self) { try processes.here.save() }
        #expect("\(try #require(error))".contains("invoice"))
        processes.here.delete(line)
        try processes.here.save()
    }

    /// The list of the deleted owner is read again, without what the rule has cut off.
    @Test func aDeletionThatIsTakenBackHasItsMembers() throws {
        let bed = Bed(name: "bed")
        bed.plants = [Plant(1), Plant(2)]
        let processes = try Processes(bed)
        processes.here.delete(bed)
        processes.here.processPendingChanges()
        processes.there.insert(Track("news"))
        try processes.there.save()
        _ = try processes.here.all(Plant.self)
        processes.here.insert(bed)
        try processes.here.save()
        #expect(bed.plants.count == 2)
        #expect(try processes.fresh(Bed.self)[0].plants.count == 2)
    }

    /// Each look of this context is out of date before it can write: it looks while the other one waits.
    @Test func aWriterThatNeverRestsKeepsNobodyFromSaving() throws {
        let (list, other) = (Playlist("list"), Playlist("other"))
        let processes = try Processes(list, other)
        let twin = try processes.twin(other)
        list.tracks = [Track("a")]
        list.tracks[0].playlist = other
        let saves = LateSaves(5) { number in
            if number == 5 { processes.there.delete(twin) } else { twin.title = "\(number)" }
            try processes.there.save()
        }
        try saves.run { try processes.here.save() }
        #expect(saves.preparations == 6)
        #expect(list.tracks.isEmpty && !processes.here.hasChanges)
        #expect(try processes.fresh(Track.self).map { $0.playlist?.title } == [nil])
    }

    /// Two stores cannot be looked at while both are locked: whoever writes to both is told so, and nothing is lost.
    @Test func aSaveOverTwoStoresGivesUpBesideAWriterThatNeverRests() throws {
        let folder = try TemporaryFolder()
        func container() throws -> ModelContainer {
            try ModelContainer(
                for: Schema([Playlist.self, Track.self, LoggedValue.self]),
                configurations: [
                    ModelConfiguration(
                        "lists",
                        schema: Schema([Playlist.self, Track.self]),
                        url: folder.file("lists")
                    ),
                    ModelConfiguration("values", schema: Schema([LoggedValue.self]), url: folder.file("values")),
                ]
            )
        }
        let here = ModelContext(try container())
        let there = ModelContext(try container())
        here.insert(Playlist("list"))
        here.insert(LoggedValue(value: 1))
        let saves = LateSaves(5) { number in
            there.insert(LoggedValue(value: 10 + number))
            try there.save()
        }
        #expect(throws: StoreError.locked) { try saves.run { try here.save() } }
        #expect(here.hasChanges && saves.preparations == 5)
        try here.save()
        let fresh = ModelContext(try container())
        #expect(try fresh.fetchCount(FetchDescriptor<Playlist>()) == 1)
        #expect(try fresh.fetchCount(FetchDescriptor<LoggedValue>()) == 6)
    }
}

/// Saves of another process, one after each of the first preparations of a save.
private final class LateSaves: @unchecked Sendable {
    private(set) var preparations = 0
    private let count: Int
    private let save: (Int) throws -> Void
    private var failure: (any Error)?

    init(_ count: Int, save: @escaping (Int) throws -> Void) { (self.count, self.save) = (count, save) }

    /// Everything happens on the thread that calls.
    func run(_ body: () throws -> Void) throws {
        try PreparedSave.$didPrepare.withValue({ self.saveLate() }, operation: body)
        if let failure { throw failure }
    }

    private func saveLate() {
        preparations += 1
        // In the sixth one this context has the lock; the other's own saves are prepared, too.
        guard preparations <= count else { return }
        do {
            try PreparedSave.$didPrepare.withValue(nil) { try save(preparations) }
        } catch {
            failure = error
        }
    }
}
