import Foundation
import SwiftData
import Testing

/// An identifier that is coded and never decoded: each decoding makes another one.
struct Errand: Codable, Equatable, Identifiable {
    let id: UUID
    var text: String

    enum CodingKeys: CodingKey { case id, text }

    init(_ text: String) { (id, self.text) = (UUID(), text) }

    init(from decoder: any Decoder) throws {
        id = UUID()
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
    }
}

/// Reads what its first version wrote, and writes its second.
struct Loudness: Codable, Equatable {
    var version = 2
    var volume: Double?

    enum CodingKeys: CodingKey { case version, volume, percent }

    init(volume: Double?) { self.volume = volume }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try container.decode(Int.self, forKey: .version) == 1 {
            volume = try container.decode(Double.self, forKey: .percent) / 100
        } else {
            volume = try container.decodeIfPresent(Double.self, forKey: .volume)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(version, forKey: .version)
        try container.encodeIfPresent(volume, forKey: .volume)
    }
}

final class Tally: Codable {
    var count = 0
}

@Model
final class Desk {
    var name = ""
    var errands: [Errand] = []
    var loudness: Loudness = Loudness(volume: nil)
    var groups: [Set<String>] = []
    var tallies: [Tally] = []
    var labels: Set<String> = []
    var links: [URL] = []

    init() {}
}

/// One context alone changes `Codable` attributes: what it saves is what it assigned, however the type codes itself.
@Suite struct LoneAttributeTests {
    private struct Desks {
        let store: TestStore
        let context: ModelContext
        let desk: Desk

        /// A desk that was saved, and read by a context that did not make it unless `isOwn`.
        init(_ kind: StoreKind, isOwn: Bool = false, _ prepare: (Desk) -> Void) throws {
            store = try TestStore(kind, [Desk.self])
            let first = store.makeContext()
            let made = Desk()
            prepare(made)
            first.insert(made)
            try first.save()
            context = isOwn ? first : store.makeContext()
            desk = try #require(try context.all(Desk.self).first)
        }

        func saved(_ change: (Desk) -> Void) throws -> Desk {
            change(desk)
            try context.save()
            return try #require(try store.makeFreshContext().all(Desk.self).first)
        }
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func identifiersThatAreMadeAnew(kind: StoreKind, isOwn: Bool) throws {
        let desks = try Desks(kind, isOwn: isOwn) { $0.errands = [Errand("post"), Errand("bank")] }
        var stored = try desks.saved { $0.errands[0].text = "market" }
        #expect(stored.errands.map(\.text) == ["market", "bank"])
        #expect(desks.desk.errands.map(\.text) == ["market", "bank"])
        stored = try desks.saved { $0.errands.removeAll() }
        #expect(stored.errands.isEmpty && desks.desk.errands.isEmpty)
    }

    /// Another context's save of the same attribute is one value more: the later save stays.
    @Test(arguments: StoreKind.allCases)
    func identifiersThatAreMadeAnewInTwoContexts(kind: StoreKind) throws {
        let desks = try Desks(kind) { $0.errands = [Errand("post")] }
        let other = desks.store.makeContext()
        let twin = try #require(try other.all(Desk.self).first)
        desks.desk.errands.append(Errand("mine"))
        twin.errands.append(Errand("theirs"))
        try other.save()
        try desks.context.save()
        #expect(desks.desk.errands.map(\.text) == ["post", "mine"])
    }

    @Test func rowsOfAnOlderVersion() throws {
        let desks = try Desks(.file) { _ in }
        let file = try RawDatabase(desks.store.configuration.url.path)
        try file.execute("UPDATE Desk SET loudness = '{\"percent\":50,\"version\":1}'")
        let context = try desks.store.makeFreshContext()
        let desk = try #require(try context.all(Desk.self).first)
        #expect(desk.loudness.volume == 0.5)
        desk.loudness.volume = 0.7
        try context.save()
        #expect(try #require(try desks.store.makeFreshContext().all(Desk.self).first).loudness.volume == 0.7)
        desk.loudness.volume = nil
        try context.save()
        #expect(try #require(try desks.store.makeFreshContext().all(Desk.self).first).loudness.volume == nil)
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func setsWithinLists(kind: StoreKind, isOwn: Bool) throws {
        let texts = (0..<8).map { "text \($0)" }
        for _ in 0..<5 {
            let desks = try Desks(kind, isOwn: isOwn) { $0.groups = [Set(texts), ["d", "e", "f"]] }
            var stored = try desks.saved { $0.groups[0].insert("x") }
            #expect(stored.groups == [Set(texts + ["x"]), ["d", "e", "f"]])
            stored = try desks.saved { $0.groups.remove(at: 0) }
            #expect(stored.groups == [["d", "e", "f"]])
        }
    }

    /// An instance that is changed in place changes the array that was read, too.
    @Test(arguments: StoreKind.allCases, [false, true])
    func instancesWithinLists(kind: StoreKind, isOwn: Bool) throws {
        let desks = try Desks(kind, isOwn: isOwn) { $0.tallies = [Tally(), Tally()] }
        let stored = try desks.saved {
            $0.tallies[0].count = 5
            $0.tallies = $0.tallies
        }
        #expect(stored.tallies.map(\.count) == [5, 0] && desks.desk.tallies.map(\.count) == [5, 0])
    }

    @Test(arguments: StoreKind.allCases)
    func instancesWithinListsInTwoContexts(kind: StoreKind) throws {
        let desks = try Desks(kind) { $0.tallies = [Tally()] }
        let other = desks.store.makeContext()
        let twin = try #require(try other.all(Desk.self).first)
        twin.tallies.append(Tally())
        try other.save()
        desks.desk.tallies[0].count = 5
        desks.desk.tallies = desks.desk.tallies
        try desks.context.save()
        #expect(desks.desk.tallies.first?.count == 5)
    }

    /// Types of Foundation with a class inside have parts all the same.
    @Test(arguments: StoreKind.allCases)
    func linksInTwoContexts(kind: StoreKind) throws {
        let links = try ["a", "b", "c"].map { try #require(URL(string: "https://example.org/\($0)")) }
        let desks = try Desks(kind) { $0.links = [links[0]] }
        let other = desks.store.makeContext()
        let twin = try #require(try other.all(Desk.self).first)
        desks.desk.links.append(links[1])
        twin.links.append(links[2])
        try other.save()
        try desks.context.save()
        #expect(Set(desks.desk.links) == Set(links))
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func undoOfASet(kind: StoreKind, isOwn: Bool) throws {
        let texts = (0..<8).map { "text \($0)" }
        let desks = try Desks(kind, isOwn: isOwn) { $0.labels = Set(texts) }
        let manager = UndoManager()
        desks.context.undoManager = manager
        let stored = try desks.saved {
            $0.labels.insert("x")
            manager.endEventGroup()
        }
        #expect(stored.labels.count == 9)
        manager.undo()
        #expect(desks.desk.labels == Set(texts))
    }
}
