import Foundation
import SwiftData
import Testing

struct RichTests {
    private func fill(_ record: RichRecord) throws {
        var text = AttributedString("Fresh ")
        var link = AttributedString("paint")
        link.link = URL(string: "https://example.com")
        text += link
        record.text = text
        record.optionalText = AttributedString("plain")
        record.shape = .circle(radius: 2.5)
        record.shapes = [.point, .polygon([CGPoint(x: 1, y: 2), CGPoint(x: 3, y: 4)])]
        record.days = [.monday, .friday]
        record.box = RichRecord.Box(content: [1, 2], note: nil)
        record.score = 3.25
        record.zone = TimeZone(identifier: "Europe/Berlin")
        record.components = DateComponents(year: 2025, month: 2)
        record.interval = DateInterval(start: .day(1), duration: 60)
        record.range = 3...7
        record.indices = IndexSet([1, 2, 9])
        record.distance = Measurement(value: 4.2, unit: .kilometers)
        record.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        record.duration = .milliseconds(1500)
        record.uuids = [try #require(UUID(uuidString: "00000000-0000-0000-0000-000000000001"))]
        record.nested = ["a": [1, 2], "b": []]
        record.byDay = [1: .day(1), 2: .day(2)]
        record.links = [URL(string: "https://example.com"), nil]
        record.matrix = [[1, 2], [3]]
        record.raw = Data([1, 2, 3])
        record.tuple = RichRecord.Pair(first: 7, second: "seven")
    }

    private func check(_ record: RichRecord) throws {
        #expect(String(record.text.characters) == "Fresh paint")
        #expect(record.text.runs.compactMap(\.link) == [try #require(URL(string: "https://example.com"))])
        #expect(record.optionalText == AttributedString("plain"))
        #expect(record.shape == .circle(radius: 2.5))
        #expect(record.shapes.count == 2)
        #expect(record.days == [.monday, .friday])
        #expect(record.box?.content == [1, 2])
        #expect(record.score == 3.25)
        #expect(record.locale.identifier == "de_DE")
        #expect(record.zone?.identifier == "Europe/Berlin")
        #expect(record.components?.month == 2)
        #expect(record.interval?.duration == 60)
        #expect(record.range == 3...7)
        #expect(record.indices.count == 3)
        #expect(record.distance?.converted(to: .meters).value == 4_200)
        #expect(record.frame.height == 4)
        #expect(record.duration == .milliseconds(1500))
        #expect(record.uuids.count == 1)
        #expect(record.nested == ["a": [1, 2], "b": []])
        #expect(record.byDay[2] == .day(2))
        #expect(record.links.count == 2)
        #expect(record.matrix == [[1, 2], [3]])
        #expect(record.raw == Data([1, 2, 3]))
        #expect(record.tuple == RichRecord.Pair(first: 7, second: "seven"))
        #expect(record.created == .day(5))
    }

    @Test func everyKindOfValue() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("rich.store"))
        do {
            let context = ModelContext(try ModelContainer(for: RichRecord.self, configurations: configuration))
            let record = RichRecord(text: "", created: .day(5))
            try fill(record)
            context.insert(record)
            try context.save()
            try check(record)
        }
        let context = ModelContext(try ModelContainer(for: RichRecord.self, configurations: configuration))
        let record = try #require(try context.fetch(FetchDescriptor<RichRecord>()).first)
        try check(record)
        record.text.append(AttributedString("!"))
        record.optionalText = nil
        record.shape = .polygon([])
        record.days.remove(.friday)
        record.nested["b", default: []].append(3)
        try context.save()
        let again = try #require(try ModelContext(context.container).fetch(FetchDescriptor<RichRecord>()).first)
        #expect(String(again.text.characters) == "Fresh paint!")
        #expect(again.optionalText == nil)
        #expect(again.days == .monday)
        #expect(again.nested["b"] == [3])
    }

    @Test func someOfThemInPredicates() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let context = ModelContext(try ModelContainer(for: RichRecord.self, configurations: configuration))
        let record = RichRecord(text: "x", created: .day(5))
        try fill(record)
        context.insert(record)
        context.insert(RichRecord(text: "y", created: .day(6)))
        try context.save()
        let both: RichRecord.Weekdays = [.monday, .friday]
        let five = 5
        let day = Date.day(5)
        func count(_ predicate: Predicate<RichRecord>) throws -> Int {
            try context.fetchCount(FetchDescriptor(predicate: predicate))
        }
        #expect(try count(#Predicate { $0.days == both }) == 1)
        #expect(try count(#Predicate { $0.created == day }) == 1)
        #expect(try count(#Predicate { $0.score > 2 }) == 1)
        #expect(try count(#Predicate { $0.tuple.first == 7 }) == 1)
        #expect(try count(#Predicate { $0.optionalText == nil }) == 1)
        #expect(try count(#Predicate { $0.box != nil }) == 1)
        #expect(try count(#Predicate { $0.range?.contains(five) ?? false }) == 1)
        #expect(try count(#Predicate { $0.uuids.isEmpty }) == 1)
        let sorted = try context.fetch(
            FetchDescriptor<RichRecord>(sortBy: [SortDescriptor(\.created, order: .reverse)])
        )
        #expect(sorted.map { String($0.text.characters) } == ["y", "Fresh paint"])
    }
}
