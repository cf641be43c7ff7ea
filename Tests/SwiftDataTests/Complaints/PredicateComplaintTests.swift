import SwiftData
import Testing

enum Mood: String, Codable {
    case calm
    case cross
}

struct Place: Codable, Hashable {
    var city: String
    var zip: Int?
}

@Model
final class Diary {
    var title: String
    var mood: Mood
    var lastMood: Mood?
    var stars: Int?
    var place: Place
    var tags: [String] = []
    @Relationship(deleteRule: .cascade, inverse: \Entry.diary) var entries: [Entry] = []
    var twin: Diary?
    @Transient var draft = "draft"

    var shout: String { title.uppercased() + "!" }

    init(_ title: String, mood: Mood, stars: Int? = nil, city: String = "Taipei") {
        self.title = title
        self.mood = mood
        self.stars = stars
        place = Place(city: city)
    }
}

@Model
final class Entry {
    var text: String
    var diary: Diary?

    init(_ text: String) { self.text = text }
}

/// Predicates that compile on Apple's systems and fail there when they run.
@Suite struct PredicateComplaintTests {
    private func makeContext(_ kind: StoreKind) throws -> ModelContext {
        let store = try TestStore(kind, [Diary.self, Entry.self])
        let context = store.makeContext()
        let first = Diary("a", mood: .calm, stars: 5)
        first.entries = [Entry("x"), Entry("y")]
        first.tags = ["home", "work"]
        let second = Diary("b", mood: .cross, city: "Oslo")
        second.lastMood = .calm
        second.twin = first
        for diary in [first, second, Diary("c", mood: .cross, stars: 1)] { context.insert(diary) }
        try context.save()
        return try store.makeFreshContext()
    }

    private func expect(
        _ titles: String,
        _ predicate: Predicate<Diary>,
        _ context: ModelContext,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let descriptor = FetchDescriptor<Diary>(predicate: predicate, sortBy: [SortDescriptor(\.title)])
        let found = try context.fetch(descriptor).map(\.title).joined()
        #expect(found == titles, sourceLocation: location)
        let count = try context.fetchCount(FetchDescriptor<Diary>(predicate: predicate))
        #expect(count == titles.count, sourceLocation: location)
    }

    @Test(arguments: StoreKind.allCases)
    func enumsCanBeAskedFor(kind: StoreKind) throws {
        let context = try makeContext(kind)
        let cross = Mood.cross
        try expect("bc", #Predicate { $0.mood == cross }, context)
        try expect("a", #Predicate { $0.mood == .calm }, context)
        try expect("a", #Predicate { $0.mood.rawValue == "calm" }, context)
        try expect("b", #Predicate { $0.lastMood == .calm }, context)
        try expect("ac", #Predicate { $0.lastMood == nil }, context)
        let moods: [Mood] = [.calm]
        try expect("a", #Predicate { moods.contains($0.mood) }, context)
    }

    @Test(arguments: StoreKind.allCases)
    func nilMeansWhatItMeansInSwift(kind: StoreKind) throws {
        let context = try makeContext(kind)
        try expect("bc", #Predicate { $0.stars != 5 }, context)
        try expect("b", #Predicate { $0.stars == nil }, context)
        try expect("bc", #Predicate { ($0.stars ?? 0) < 2 }, context)
        try expect("b", #Predicate { $0.twin?.stars == 5 }, context)
        try expect("ac", #Predicate { $0.twin?.title != "a" }, context)
        try expect("b", #Predicate { $0.twin?.twin == nil && $0.twin != nil }, context)
        let wanted: Int? = nil
        try expect("b", #Predicate { $0.stars == wanted }, context)
    }

    @Test(arguments: StoreKind.allCases)
    func whatCrashedOnApple(kind: StoreKind) throws {
        let context = try makeContext(kind)
        try expect("a", #Predicate { $0.entries.isEmpty == false }, context)
        try expect("bc", #Predicate { $0.entries.isEmpty }, context)
        try expect("c", #Predicate { $0.shout == "C!" }, context)
        try expect("abc", #Predicate { $0.draft == "draft" }, context)
        try expect("b", #Predicate { $0.place.city == "Oslo" }, context)
        try expect("abc", #Predicate { $0.place.zip == nil }, context)
        try expect("a", #Predicate { $0.tags.contains("work") }, context)
        try expect("c", #Predicate { $0.shout == "C!" && $0.mood == .cross && $0.entries.count == 0 }, context)
    }

    @Test(arguments: StoreKind.allCases)
    func predicatesArePutTogether(kind: StoreKind) throws {
        let context = try makeContext(kind)
        let isCross = #Predicate<Diary> { $0.mood == .cross }
        let isRated = #Predicate<Diary> { $0.stars != nil }
        try expect("c", #Predicate { isCross.evaluate($0) && isRated.evaluate($0) }, context)
        try expect("a", #Predicate { !isCross.evaluate($0) }, context)
        var all = #Predicate<Diary> { _ in true }
        for part in [isCross, isRated] {
            let before = all
            all = #Predicate { before.evaluate($0) && part.evaluate($0) }
        }
        try expect("c", all, context)
    }
}
