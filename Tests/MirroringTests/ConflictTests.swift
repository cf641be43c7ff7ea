import Foundation
import Synchronization
import Testing

@testable import CloudKit
@testable import SwiftData

/// What becomes of changes that were made on two devices at once.
@Suite struct ConflictTests {
    private static func pair(_ world: MirrorWorld) async throws -> (Device, Device) {
        let one = try await world.device("one")
        let two = try await world.device("two")
        try one.change { $0.insert(Book(title: "Emma")) }
        try await one.sync()
        try await two.sync()
        return (one, two)
    }

    private static func book(_ context: ModelContext) throws -> Book {
        try #require(try context.fetch(FetchDescriptor<Book>()).first)
    }

    @Test func differentPropertiesBothStay() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            try one.change { try Self.book($0).title = "Emma I" }
            try two.change { try Self.book($0).pages = 474 }
            try await one.sync()
            try await two.sync()
            try await one.sync()
            for device in [one, two] {
                let book = try Self.book(device.context)
                #expect(book.title == "Emma I" && book.pages == 474)
            }
        }
    }

    /// Forms assign all of their fields.
    @Test func anAssignmentOfTheSameValueIsNoChange() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            world.clock.advance(1)
            try two.change { context in
                let book = try Self.book(context)
                (book.pages, book.price, book.genre, book.keywords) = (474, 9.5, .poetry, ["wit"])
                book.size = Size(width: 12, height: 18)
                book.isRead = true
            }
            world.clock.advance(1)
            try one.change { context in
                let book = try Self.book(context)
                (book.pages, book.price, book.genre, book.keywords) = (0, nil, .novel, [])
                book.size = nil
                book.isRead = false
                book.title = "Emma I"
            }
            try await two.sync()
            try await one.sync()
            try await two.sync()
            for device in [one, two] {
                let book = try Self.book(device.context)
                #expect(book.title == "Emma I" && book.pages == 474 && book.price == 9.5 && book.genre == .poetry)
                #expect(book.keywords == ["wit"] && book.size == Size(width: 12, height: 18) && book.isRead)
            }
        }
    }

    @Test func whatSaysTheSameIsNotSent() async throws {
        try await MirrorWorld.run { world in
            let (one, _) = try await Self.pair(world)
            let sent = Mutex(0)
            one.transport.spoil { request in
                if request.address.contains("records/modify") { sent.withLock { $0 += 1 } }
                return .pass
            }
            let before = try one.context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count
            try one.change { context in
                let book = try Self.book(context)
                (book.title, book.pages, book.keywords) = ("Emma", 0, [])
            }
            try await one.sync()
            #expect(sent.withLock { $0 } == 0)
            #expect(try one.context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>()).count == before)
            try one.change { try Self.book($0).title = "Emma I" }
            try await one.sync()
            #expect(sent.withLock { $0 } == 1)
        }
    }

    /// A form has read what another device has changed meanwhile: its assignment merges into nothing new.
    @Test func anAssignmentThatMergesIntoWhatIsThereIsNoChange() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            let form = ModelContext(one.container)
            let book = try Self.book(form)
            let keywords = book.keywords
            world.clock.advance(1)
            try two.change { try Self.book($0).keywords = ["wit"] }
            try await two.sync()
            try await one.sync()
            world.clock.advance(1)
            try two.change { try Self.book($0).keywords = ["wit", "love"] }
            world.clock.advance(1)
            (book.keywords, book.title) = (keywords, "Emma I")
            try form.save()
            try await one.sync()
            try await two.sync()
            try await one.sync()
            #expect(try Self.book(one.context).keywords == ["wit", "love"])
            #expect(try Self.book(two.context).title == "Emma I")
        }
    }

    @Test func laterChangeOfOnePropertyStays() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            world.clock.advance(1)
            try two.change { try Self.book($0).title = "earlier" }
            world.clock.advance(1)
            try one.change { try Self.book($0).title = "later" }
            try await one.sync()
            // Sent last, made first.
            try await two.sync()
            try await one.sync()
            #expect(try Self.book(one.context).title == "later" && Self.book(two.context).title == "later")
        }
    }

    /// Also by less than what the service says of the clock.
    @Test(arguments: [200, 365 * 24 * 3_600.0])
    func aChangeMadeAfterSeeingAnotherWinsWhateverTheClocksSay(skew: Double) async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            one.setSkew(skew)
            try one.change { try Self.book($0).title = "from the future" }
            try await one.sync()
            try await two.sync()
            try two.change { try Self.book($0).title = "after seeing it" }
            try await two.sync()
            try await one.sync()
            #expect(try Self.book(one.context).title == "after seeing it")
        }
    }

    @Test func wholeRecordRule() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one") { $0.mergePolicy = .wholeRecord }
            let two = try await world.device("two") { $0.mergePolicy = .wholeRecord }
            try one.change { $0.insert(Book(title: "Emma")) }
            try await one.sync()
            try await two.sync()
            world.clock.advance(1)
            try one.change { try Self.book($0).title = "one" }
            world.clock.advance(1)
            try two.change { try Self.book($0).pages = 2 }
            try await one.sync()
            try await two.sync()
            try await one.sync()
            try await two.sync()
            for device in [one, two] {
                let book = try Self.book(device.context)
                #expect(book.title == "Emma" && book.pages == 2)
            }
        }
    }

    @Test func ruleOfTheAppsOwn() async throws {
        try await MirrorWorld.run { world in
            let asked = Mutex(0)
            let rule = CloudMirrorMergePolicy.custom { conflict in
                asked.withLock { $0 += 1 }
                var answers: [String: MirroredValue] = [:]
                for property in conflict.properties {
                    if case (.integer(let mine), .integer(let theirs)) = (property.local, property.remote) {
                        answers[property.name] = .integer(max(mine, theirs))
                    }
                }
                return answers
            }
            let one = try await world.device("one") { $0.mergePolicy = rule }
            let two = try await world.device("two") { $0.mergePolicy = rule }
            try one.change { $0.insert(Book(title: "Emma")) }
            try await one.sync()
            try await two.sync()
            try one.change { try Self.book($0).pages = 500 }
            world.clock.advance(1)
            try two.change { try Self.book($0).pages = 3 }
            try await one.sync()
            try await two.sync()
            try await one.sync()
            #expect(try Self.book(one.context).pages == 500 && Self.book(two.context).pages == 500)
            #expect(asked.withLock { $0 } > 0)
        }
    }

    @Test func deletionWinsOverAChange() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            try one.change { context in context.delete(try Self.book(context)) }
            world.clock.advance(60)
            try two.change { try Self.book($0).title = "changed later" }
            try await one.sync()
            try await two.sync()
            try await one.sync()
            for device in [one, two] {
                #expect(try device.context.fetchCount(FetchDescriptor<Book>()) == 0)
                #expect(device.mirror.status.pendingCount == 0)
            }
        }
    }

    @Test func deletionWinsWhereTheChangeCameFirst() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = try await Self.pair(world)
            try two.change { try Self.book($0).title = "changed" }
            try await two.sync()
            try one.change { context in context.delete(try Self.book(context)) }
            try await one.sync()
            try await two.sync()
            for device in [one, two] { #expect(try device.context.fetchCount(FetchDescriptor<Book>()) == 0) }
        }
    }

    @Test func deletionTakesAlongWhatWasPutThereMeanwhile() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in
                let shelf = Shelf(name: "Novels")
                context.insert(shelf)
                shelf.books = [Book(title: "Emma")]
            }
            try await one.sync()
            try await two.sync()
            try one.change { context in context.delete(try #require(try context.fetch(FetchDescriptor<Shelf>()).first))
            }
            try two.change { context in
                try #require(try context.fetch(FetchDescriptor<Shelf>()).first).books.append(Book(title: "Sanditon"))
            }
            try await two.sync()
            try await one.sync()
            try await two.sync()
            try await one.sync()
            for device in [one, two] {
                #expect(try device.context.fetchCount(FetchDescriptor<Shelf>()) == 0)
                #expect(try device.context.fetchCount(FetchDescriptor<Book>()) == 0)
                #expect(device.mirror.status.pendingCount == 0)
            }
        }
    }

    /// Two devices make the same unique value: one row stays, and both books are tagged with it.
    @Test func uniqueValuesBecomeOne() async throws {
        try await MirrorWorld.run { world in
            var devices: [Device] = []
            for name in ["one", "two", "three"] { devices.append(try await world.device(name)) }
            for (index, device) in devices.enumerated() {
                world.clock.advance(1)
                try device.change { context in
                    let book = Book(title: "Book \(index)")
                    context.insert(book)
                    let tag = Tag(name: "classic")
                    if index == 1 { tag.color = "red" }
                    book.tags = [tag]
                }
            }
            for _ in 0..<3 { for device in devices { try await device.sync() } }
            for device in devices {
                let context = device.context
                let tags = try context.fetch(FetchDescriptor<Tag>())
                #expect(tags.count == 1, "\(device.name)")
                #expect(tags.first?.books.map(\.title).sorted() == ["Book 0", "Book 1", "Book 2"], "\(device.name)")
                #expect(device.mirror.status.pendingCount == 0, "\(device.name)")
            }
        }
    }

    /// A row that exists everywhere gets a unique value that another one has on another device.
    @Test func uniqueValuesBecomeOneByAChange() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in
                for name in ["old", "new"] {
                    let book = Book(title: name)
                    context.insert(book)
                    book.tags = [Tag(name: name)]
                }
            }
            try await one.sync()
            try await two.sync()
            func rename(_ device: Device, _ old: String, _ new: String) throws {
                try device.change { context in
                    try #require(try context.fetch(FetchDescriptor<Tag>()).first { $0.name == old }).name = new
                }
            }
            try rename(one, "old", "classic")
            try rename(two, "new", "classic")
            for _ in 0..<3 { for device in [one, two] { try await device.sync() } }
            for device in [one, two] {
                let tags = try device.context.fetch(FetchDescriptor<Tag>())
                #expect(tags.map(\.name) == ["classic"], "\(device.name)")
                #expect(tags.first?.books.map(\.title).sorted() == ["new", "old"], "\(device.name)")
                #expect(device.mirror.status.pendingCount == 0, "\(device.name)")
            }
        }
    }

    /// A request that comes late makes a link to what was deleted meanwhile: the link goes too.
    @Test func aLinkToWhatIsGoneGoes() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in
                let book = Book(title: "a")
                context.insert(book)
                book.tags = [Tag(name: "t")]
            }
            try await one.sync()
            try await two.sync()
            let database = two.cloud.privateCloudDatabase
            func links() async throws -> [CKRecord] {
                let zone = CKRecordZone.ID(zoneName: "SwiftData")
                let page = try await database.recordZoneChanges(inZoneWith: zone, since: nil)
                return try page.modificationResultsByID.values.map { try $0.get().record }.filter {
                    $0.object(forKey: "sd_own") != nil
                }
            }
            let link = try #require(try await links().first)
            try one.change { $0.delete(try #require(try $0.fetch(FetchDescriptor<Book>()).first)) }
            for device in [one, two] { try await device.sync() }
            #expect(try await links().isEmpty)
            let late = CKRecord(recordType: link.recordType, recordID: link.recordID)
            for field in link.allKeys() { late.setObject(link.object(forKey: field), forKey: field) }
            try await database.save(late)
            #expect(try await links().count == 1)
            for device in [one, two] { try await device.sync() }
            #expect(try await links().isEmpty)
            for device in [one, two] { #expect(device.mirror.status.pendingCount == 0, "\(device.name)") }
        }
    }

    /// One to one: two books claim one cover.
    @Test func oneHolderOfAnExclusiveTarget() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in
                context.insert(Book(title: "a"))
                context.insert(Book(title: "b"))
                context.insert(Cover(color: "green"))
            }
            try await one.sync()
            try await two.sync()
            func claim(_ device: Device, _ title: String) throws {
                try device.change { context in
                    let cover = try #require(try context.fetch(FetchDescriptor<Cover>()).first)
                    try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == title }).cover = cover
                }
            }
            try claim(one, "a")
            world.clock.advance(1)
            try claim(two, "b")
            for _ in 0..<3 { for device in [one, two] { try await device.sync() } }
            for device in [one, two] {
                let covers = try device.context.fetch(FetchDescriptor<Cover>())
                #expect(covers.map { $0.book?.title } == ["b"], "\(device.name)")
            }
        }
    }

    /// The answer to a repeated request is that to its first attempt, and the record may be gone since.
    @Test func theRecordOfAConflictIsNotMetByAComparison() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            try one.change { $0.insert(Book(title: "a")) }
            try await one.sync()
            let name = try #require(try one.recordNames(in: "Book", by: "title")["a"])
            let zone = CKRecordZone.ID(zoneName: "SwiftData", ownerName: CKCurrentUserDefaultName)
            let id = CKRecord.ID(recordName: name, zoneID: zone)
            let record = try await one.cloud.privateCloudDatabase.record(for: id)
            try one.work { try $0.beginComparison() }
            for isOfConflict in [true, false] {
                try one.work { work in
                    try work.apply([record], deletions: [], areOfConflicts: isOfConflict)
                    #expect(try work.unseen() == (isOfConflict ? [name] : []))
                }
            }
        }
    }
}
