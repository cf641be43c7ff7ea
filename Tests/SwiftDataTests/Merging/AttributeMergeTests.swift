import Foundation
import Observation
import SwiftData
import Synchronization
import TestSupport
import Testing

struct Chore: Codable, Hashable {
    var title: String
    var isDone = false
}

struct Verse: Codable, Hashable, Identifiable {
    var id: Int
    var text: String
    var stars = 0
}

/// Codes itself as one text of two parts, which no key tells apart.
struct Span: Codable, Equatable {
    var start: Int
    var end: Int

    init(_ start: Int, _ end: Int) { (self.start, self.end) = (start, end) }

    init(from decoder: any Decoder) throws {
        let parts = try decoder.singleValueContainer().decode(String.self).split(separator: "-").compactMap { Int($0) }
        guard parts.count == 2 else {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no span"))
        }
        self.init(parts[0], parts[1])
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(start)-\(end)")
    }
}

/// A Codable class, whose instances change under the context's hands.
final class Counter: Codable {
    var count = 0
    var step = 1
}

@Model
final class Profile {
    var name: String = ""
    var address: Address = Address(street: "Main Street", city: Address.City(name: "Oslo"))
    var counts: [String: Int] = [:]
    var visits: [UUID: Int] = [:]
    var tags: [String] = []
    var labels: Set<String> = []
    var chores: [Chore] = []
    var entries: [Verse] = []
    var vector: [Double] = [0, 0, 0]
    var shape: Shape = Shape.point
    var second: Address?
    var text: AttributedString = AttributedString("a")
    var span: Span = Span(1, 2)
    var counter: Counter = Counter()

    init() {}
}

/// Two contexts change parts of one Codable attribute: both changes are there after both saves.
@Suite struct AttributeMergeTests {
    private struct Profiles {
        let store: TestStore
        let first: ModelContext
        let second: ModelContext
        let profile: Profile
        let twin: Profile

        init(_ kind: StoreKind, _ prepare: (Profile) -> Void = { _ in }) throws {
            store = try TestStore(kind, [Profile.self])
            first = store.makeContext()
            second = store.makeContext()
            let made = Profile()
            prepare(made)
            first.insert(made)
            try first.save()
            profile = try #require(try first.all(Profile.self).first)
            twin = try #require(try second.all(Profile.self).first)
        }

        func stored() throws -> Profile { try #require(try store.makeFreshContext().all(Profile.self).first) }

        /// Changes both, saves the twin first, and gives what the store and both contexts have then.
        func bothSave(_ mine: (Profile) -> Void, _ theirs: (Profile) -> Void) throws -> [Profile] {
            mine(profile)
            theirs(twin)
            try second.save()
            try first.save()
            return [profile, twin, try stored()]
        }
    }

    @Test(arguments: StoreKind.allCases)
    func propertiesOfAStruct(kind: StoreKind) throws {
        let profiles = try Profiles(kind)
        let (profile, twin) = (profiles.profile, profiles.twin)
        profile.address.street = "Mine"
        twin.address.city.population = 7
        twin.name = "theirs"
        try profiles.second.save()
        #expect(profile.address.street == "Mine" && profile.address.city.population == nil, "the unsaved change stays")
        #expect(profile.name == "theirs", "another attribute comes along")
        try profiles.first.save()
        for saved in [profile, twin, try profiles.stored()] {
            #expect(saved.address.street == "Mine" && saved.address.city.population == 7)
            #expect(saved.name == "theirs")
        }
        #expect(!profiles.first.hasChanges && !profiles.second.hasChanges)
    }

    @Test(arguments: StoreKind.allCases)
    func listsWithinAStruct(kind: StoreKind) throws {
        let saved = try Profiles(kind) { $0.address.lines = ["a", "b"] }.bothSave {
            $0.address.lines.append("mine")
            $0.address.city.name = "Bergen"
        } _: {
            $0.address.lines.append("theirs")
            $0.address.lines.removeFirst()
        }
        for saved in saved {
            #expect(Set(saved.address.lines) == ["b", "mine", "theirs"] && saved.address.lines.count == 3)
            #expect(saved.address.city.name == "Bergen")
        }
    }

    @Test(arguments: StoreKind.allCases)
    func keysOfADictionary(kind: StoreKind) throws {
        let profiles = try Profiles(kind) { $0.counts = ["both": 1, "gone": 1, "left": 1] }
        let saved = try profiles.bothSave {
            $0.counts["mine", default: 0] += 1
            $0.counts["gone"] = nil
            $0.counts["both"] = 2
        } _: {
            $0.counts["theirs"] = 2
            $0.counts["left"] = nil
            $0.counts["both"] = 3
        }
        // Of one key the later save stays.
        for saved in saved { #expect(saved.counts == ["mine": 1, "theirs": 2, "both": 2]) }
    }

    @Test(arguments: StoreKind.allCases)
    func keysThatAreNoTexts(kind: StoreKind) throws {
        let ids = (0..<4).map { _ in UUID() }
        let saved = try Profiles(kind) { $0.visits = [ids[0]: 1, ids[1]: 1] }.bothSave {
            $0.visits[ids[2]] = 3
            $0.visits[ids[0]] = nil
        } _: {
            $0.visits[ids[3]] = 4
            $0.visits[ids[1]] = 2
        }
        for saved in saved { #expect(saved.visits == [ids[1]: 2, ids[2]: 3, ids[3]: 4]) }
    }

    @Test(arguments: StoreKind.allCases)
    func elementsOfAListAndASet(kind: StoreKind) throws {
        let saved = try Profiles(kind) { ($0.tags, $0.labels) = (["a", "b", "c"], ["a", "b", "c"]) }.bothSave {
            $0.tags.insert("mine", at: 0)
            $0.tags.removeAll { $0 == "b" }
            $0.labels.formSymmetricDifference(["b", "mine", "both"])
        } _: {
            $0.tags += ["theirs"]
            $0.tags.removeFirst()
            $0.labels.formSymmetricDifference(["a", "theirs", "both"])
        }
        for saved in saved {
            #expect(saved.tags == ["mine", "c", "theirs"])
            #expect(saved.labels == ["c", "mine", "theirs", "both"])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func everythingRemovedAndSomethingAdded(kind: StoreKind) throws {
        let saved = try Profiles(kind) { ($0.tags, $0.counts) = (["a"], ["a": 1]) }.bothSave {
            $0.tags.removeAll()
            $0.counts.removeAll()
        } _: {
            $0.tags.append("theirs")
            $0.counts["theirs"] = 1
        }
        for saved in saved { #expect(saved.tags == ["theirs"] && saved.counts == ["theirs": 1]) }
    }

    @Test(arguments: StoreKind.allCases)
    func propertiesOfAnElement(kind: StoreKind) throws {
        let saved = try Profiles(kind) {
            $0.chores = [Chore(title: "wash"), Chore(title: "cook")]
            $0.entries = [Verse(id: 1, text: "one"), Verse(id: 2, text: "two"), Verse(id: 3, text: "three")]
        }.bothSave {
            $0.chores[0].isDone = true
            $0.entries.reverse()
            $0.entries[2].stars = 5
            $0.entries[0].text = "changed here, removed there"
        } _: {
            $0.chores[0].title = "rinse"
            $0.chores.append(Chore(title: "dry"))
            $0.entries[0].text = "uno"
            $0.entries.removeLast()
        }
        for saved in saved {
            // Without an identity the element that one changed and the other replaced is both.
            #expect(saved.chores.contains(Chore(title: "wash", isDone: true)) && saved.chores.count == 4)
            #expect(Set(saved.chores.map(\.title)) == ["wash", "rinse", "cook", "dry"])
            #expect(Set(saved.entries.map(\.text)) == ["changed here, removed there", "two", "uno"])
            #expect(saved.entries.first { $0.id == 1 }?.stars == 5)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func placesOfAVector(kind: StoreKind) throws {
        let saved = try Profiles(kind).bothSave {
            $0.vector[0] = 1
            $0.vector[1] = 1
        } _: {
            $0.vector[1] = 2
            $0.vector[2] = 2
        }
        for saved in saved { #expect(saved.vector == [1, 1, 2]) }
    }

    /// What cannot be told apart is one value: the later save stays.
    @Test(arguments: StoreKind.allCases)
    func valuesWithoutParts(kind: StoreKind) throws {
        let saved = try Profiles(kind).bothSave {
            $0.shape = .circle(radius: 1)
            $0.text = AttributedString("mine")
            $0.span.start = 0
            let counter = $0.counter
            counter.count = 1
            $0.counter = counter
        } _: {
            $0.shape = .polygon([1, 2], name: "theirs")
            $0.text += AttributedString("theirs")
            $0.span.end = 9
            $0.counter.step = 2
            $0.counter = $0.counter
        }
        for saved in saved {
            #expect(saved.shape == .circle(radius: 1) && saved.span == Span(0, 2))
            #expect(String(saved.text.characters) == "mine")
            #expect(saved.counter.count == 1 && saved.counter.step == 1)
        }
    }

    /// Values that must change together belong into one case of an enum.
    @Test(arguments: StoreKind.allCases)
    func associatedValuesOfOneCase(kind: StoreKind) throws {
        let saved = try Profiles(kind) { $0.shape = .polygon([1], name: "a") }.bothSave {
            $0.shape = .polygon([1, 2], name: "a")
        } _: {
            $0.shape = .polygon([1], name: "theirs")
        }
        for saved in saved { #expect(saved.shape == .polygon([1, 2], name: "a")) }
    }

    @Test(arguments: StoreKind.allCases)
    func optionalValues(kind: StoreKind) throws {
        let made = Address(street: "a", city: Address.City(name: "b"))
        let profiles = try Profiles(kind)
        var saved = try profiles.bothSave {
            $0.second = nil
        } _: {
            $0.second = made
        }
        for saved in saved { #expect(saved.second == made, "nil was assigned to nil") }
        saved = try profiles.bothSave {
            $0.second?.street = "mine"
        } _: {
            $0.second?.city.name = "theirs"
        }
        for saved in saved { #expect(saved.second?.street == "mine" && saved.second?.city.name == "theirs") }
        saved = try profiles.bothSave {
            $0.second = nil
        } _: {
            $0.second?.lines = ["x"]
        }
        for saved in saved { #expect(saved.second == nil) }
    }

    /// What was nil, or became nil, and what was assigned without a change of it.
    @Test(arguments: StoreKind.allCases)
    func nilAgainstNoChange(kind: StoreKind) throws {
        let made = Address(street: "a", city: Address.City(name: "b"))
        var saved = try Profiles(kind) { $0.second = made }.bothSave {
            $0.second = $0.second
        } _: {
            $0.second = nil
        }
        for saved in saved { #expect(saved.second == nil) }
        let profiles = try Profiles(kind)
        #expect(profiles.profile.second == nil)
        profiles.twin.second = made
        try profiles.second.save()
        // The context hears of it before the assignment.
        #expect(profiles.profile.name.isEmpty)
        profiles.profile.second = nil
        try profiles.first.save()
        saved = [profiles.profile, try profiles.stored()]
        for saved in saved { #expect(saved.second == made, "nil was assigned to what was read as nil") }
    }

    /// The other context saves between the getter and the setter of one statement.
    @Test(arguments: StoreKind.allCases)
    func aSaveBetweenGetterAndSetter(kind: StoreKind) throws {
        let profiles = try Profiles(kind)
        let (profile, twin) = (profiles.profile, profiles.twin)
        func change(_ counts: inout [String: Int], _ tags: inout [String]) throws {
            twin.counts["theirs"] = 2
            twin.tags.append("theirs")
            try profiles.second.save()
            // The context hears of it before the setters run.
            #expect(profile.name.isEmpty)
            counts["mine"] = 1
            tags.append("mine")
        }
        try change(&profile.counts, &profile.tags)
        #expect(profile.counts == ["mine": 1] && profile.tags == ["mine"])
        try profiles.first.save()
        for saved in [profile, twin, try profiles.stored()] {
            #expect(saved.counts == ["mine": 1, "theirs": 2] && Set(saved.tags) == ["mine", "theirs"])
        }
    }

    /// What the merge of a save brings has not been read: an array from before is compared with the array from before.
    @Test(arguments: StoreKind.allCases)
    func anArrayHeldOverTheOwnSave(kind: StoreKind) throws {
        let profiles = try Profiles(kind)
        var held = profiles.profile.tags
        held.append("one")
        profiles.profile.tags = held
        profiles.twin.tags.append("theirs")
        try profiles.second.save()
        try profiles.first.save()
        held.append("two")
        profiles.profile.tags = held
        try profiles.first.save()
        #expect(Set(try profiles.stored().tags) == ["one", "two", "theirs"])
        profiles.profile.tags = ["all"]
        #expect(profiles.profile.tags == ["all"])
        try profiles.first.save()
        #expect(Set(try profiles.stored().tags) == ["all", "theirs"], "what was assigned last counts as read")
    }

    @Test(arguments: StoreKind.allCases)
    func aChangeThatChangesNothingOverwritesNothing(kind: StoreKind) throws {
        let saved = try Profiles(kind) { $0.counts = ["a": 1] }.bothSave {
            $0.counts["missing"] = nil
            $0.tags = $0.tags
        } _: {
            $0.counts["theirs"] = 2
            $0.tags.append("theirs")
        }
        for saved in saved { #expect(saved.counts == ["a": 1, "theirs": 2] && saved.tags == ["theirs"]) }
    }

    /// A change that was rolled back was not read from the store: an equal one after it is a change.
    @Test(arguments: StoreKind.allCases)
    func theSameChangeAfterARollback(kind: StoreKind) throws {
        let profiles = try Profiles(kind)
        profiles.profile.tags = ["x"]
        profiles.first.rollback()
        profiles.profile.tags = ["x"]
        try profiles.first.save()
        #expect(try profiles.stored().tags == ["x"])
    }

    /// Without any reading an assignment replaces what the store has at that moment, and nothing that comes later.
    @Test(arguments: StoreKind.allCases)
    func anAssignmentToAnObjectThatWasNotRead(kind: StoreKind) throws {
        let profiles = try Profiles(kind) { $0.tags = ["old"] }
        let third = profiles.store.makeContext()
        let blind = try #require(third.model(for: profiles.profile.persistentModelID) as? Profile)
        blind.tags = ["mine"]
        profiles.twin.tags.append("theirs")
        try profiles.second.save()
        try third.save()
        #expect(Set(try profiles.stored().tags) == ["mine", "theirs"])
    }

    @Test(arguments: StoreKind.allCases)
    func observersHearOfTheMerge(kind: StoreKind) throws {
        let profiles = try Profiles(kind)
        profiles.profile.tags.append("mine")
        profiles.twin.tags.append("theirs")
        try profiles.second.save()
        let count = Mutex(0)
        withObservationTracking {
            _ = profiles.profile.tags
        } onChange: {
            count.withLock { $0 += 1 }
        }
        try profiles.first.save()
        #expect(count.withLock { $0 } == 1 && Set(profiles.profile.tags) == ["mine", "theirs"])
    }

    /// The others' value is in the change that could not be saved, and saved once it can be.
    @Test func aSaveThatFailsAfterTheMerge() throws {
        let store = try TestStore(.file, [Profile.self, Sole.self])
        let (first, second) = (store.makeContext(), store.makeContext())
        first.insert(Profile())
        first.insert(Sole(code: 1))
        first.insert(Sole(code: 2))
        try first.save()
        let profile = try #require(try first.all(Profile.self).first)
        let twin = try #require(try second.all(Profile.self).first)
        let clash = try #require(try first.fetch(FetchDescriptor<Sole>(sortBy: [SortDescriptor(\.code)])).last)
        profile.tags.append("mine")
        clash.code = 1
        twin.tags.append("theirs")
        try second.save()
        #expect(throws: SwiftDataError.self) { try first.save() }
        clash.code = 3
        twin.tags.append("later")
        try second.save()
        try first.save()
        #expect(Set(profile.tags) == ["mine", "theirs", "later"] && profile.tags.count == 3)
        #expect(Set(try #require(try store.makeFreshContext().all(Profile.self).first).tags) == Set(profile.tags))
    }

    /// An undo takes back nothing that others saved.
    @Test(arguments: StoreKind.allCases, [false, true])
    func undoBesideOthers(kind: StoreKind, saves: Bool) throws {
        let profiles = try Profiles(kind)
        let manager = UndoManager()
        profiles.first.undoManager = manager
        profiles.profile.counts["mine"] = 1
        manager.endEventGroup()
        profiles.twin.counts["theirs"] = 2
        try profiles.second.save()
        if saves { try profiles.first.save() }
        manager.undo()
        // There is nothing of this context's left that could be told from theirs: see ObjectGraph+Undo.
        let expected = saves ? ["mine": 1, "theirs": 2] : ["theirs": 2]
        #expect(profiles.profile.counts == expected)
        try profiles.first.save()
        #expect(try profiles.stored().counts == expected)
    }

    /// The properties from the sixty-fourth on share a bit of the mask of changes.
    @Test(arguments: StoreKind.allCases)
    func attributesOfAWideClass(kind: StoreKind) throws {
        let store = try TestStore(kind, [WideOwner.self, WideMember.self])
        let (first, second) = (store.makeContext(), store.makeContext())
        first.insert(WideMember())
        try first.save()
        let member = try #require(try first.all(WideMember.self).first)
        let twin = try #require(try second.all(WideMember.self).first)
        member.a62 = 1
        twin.a63 = 2
        try second.save()
        #expect(member.a63 == 2 && member.a62 == 1)
        try first.save()
        let stored = try #require(try store.makeFreshContext().all(WideMember.self).first)
        for saved in [member, twin, stored] { #expect(saved.a62 == 1 && saved.a63 == 2) }
    }

    /// Another process, or another container on the file, says nothing of its saves.
    @Test func anotherContainerOnTheFile() throws {
        let profiles = try Profiles(.file)
        let configuration = ModelConfiguration(url: profiles.store.folder.file())
        let other = try ModelContainer(for: Profile.self, configurations: configuration)
        let foreign = ModelContext(other)
        let twin = try #require(try foreign.all(Profile.self).first)
        profiles.profile.counts["mine"] = 1
        profiles.profile.address.street = "Mine"
        twin.counts["theirs"] = 2
        twin.address.city.name = "Bergen"
        try foreign.save()
        try profiles.first.save()
        let stored = try profiles.stored()
        #expect(stored.counts == ["mine": 1, "theirs": 2])
        #expect(stored.address.street == "Mine" && stored.address.city.name == "Bergen")
    }

    /// Four threads, each with a context of its own, count in one dictionary and write to one list.
    @Test func fourThreadsCount() throws {
        let profiles = try Profiles(.file)
        let rounds = 60
        onFourThreads(profiles.store.container) { thread, context in
            let profile = try #require(try context.all(Profile.self).first)
            for round in 0..<rounds {
                profile.counts["\(thread)", default: 0] += 1
                profile.tags.append("\(thread)-\(round)")
                if round.isMultiple(of: 3) { profile.tags.removeAll { $0 == "\(thread)-\(round - 1)" } }
                try context.save()
            }
        }
        let stored = try profiles.stored()
        #expect(stored.counts == Dictionary(uniqueKeysWithValues: (0..<4).map { ("\($0)", rounds) }))
        let kept = (0..<rounds).filter { !($0 + 1).isMultiple(of: 3) || $0 == rounds - 1 }
        let expected = (0..<4).flatMap { thread in kept.map { "\(thread)-\($0)" } }
        #expect(Set(stored.tags) == Set(expected) && stored.tags.count == expected.count)
    }
}

@Model
final class Sole {
    @Attribute(.unique) var code: Int = 0

    init(code: Int) { self.code = code }
}
