import Foundation
import SwiftData
import Testing

struct SensorTests {
    let folder: TemporaryFolder
    let url: URL
    let uuid = UUID()
    let when = Date(timeIntervalSinceReferenceDate: 786_412_800.123456)

    init() throws {
        folder = try TemporaryFolder()
        url = try #require(URL(string: "file:///a/b?c=d"))
    }

    private func open() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: SensorSample.self,
                configurations: ModelConfiguration(url: folder.file("sensor.store"))
            )
        )
    }

    private func reopened(_ change: (SensorSample) -> Void = { _ in }) throws -> (SensorSample, ModelContext) {
        let context = try open()
        let sample = SensorSample(text: "a\u{0}b 中文 🇦🇹", url: url, when: when, uuid: uuid)
        context.insert(sample)
        change(sample)
        try context.save()
        let next = try open()
        return (try #require(try next.fetch(FetchDescriptor<SensorSample>()).first), next)
    }

    @Test func numbersKeepTheirWidth() throws {
        let (sample, context) = try reopened()
        #expect(context.hasChanges == false)
        #expect(sample.tiny == Int8.min)
        #expect(sample.short == Int16.min)
        #expect(sample.medium == Int32.min)
        #expect(sample.long == Int64.min)
        #expect(sample.plain == Int.min)
        #expect(sample.unsignedTiny == UInt8.max)
        #expect(sample.unsignedShort == UInt16.max)
        #expect(sample.unsignedMedium == UInt32.max)
        #expect(sample.unsignedLong == UInt64.max)
        #expect(sample.unsignedPlain == 1)
        #expect(sample.single == Float.leastNonzeroMagnitude)
        #expect(sample.double == -0.1)
        #expect(sample.money == Decimal(string: "-0.01"))
    }

    @Test func othersComeBackExactly() throws {
        let (sample, context) = try reopened()
        #expect(sample.modelContext === context)
        #expect(sample.flag)
        #expect(sample.text == "a\u{0}b 中文 🇦🇹")
        #expect(sample.when == when)
        #expect(sample.blob == Data([0, 255, 0]))
        #expect(sample.uuid == uuid)
        #expect(sample.url == url)
    }

    @Test func optionalsAreNilUntilSet() throws {
        let (empty, context) = try reopened()
        #expect(empty.optionalInt == nil && empty.optionalDouble == nil && empty.optionalFlag == nil)
        #expect(empty.optionalText == nil && empty.optionalDate == nil && empty.optionalBlob == nil)
        #expect(empty.optionalUUID == nil && empty.optionalURL == nil && empty.optionalMoney == nil)
        #expect(empty.texts == nil && empty.position == nil && empty.optionalLevel == nil)
        empty.optionalInt = 0
        empty.optionalFlag = false
        empty.optionalText = ""
        empty.optionalBlob = Data()
        empty.optionalUUID = uuid
        empty.optionalURL = url
        empty.optionalMoney = 0
        empty.texts = []
        try context.save()
        let reader = try open()
        let set = try #require(try reader.fetch(FetchDescriptor<SensorSample>()).first)
        #expect(set.optionalInt == 0)
        #expect(set.optionalFlag == false)
        #expect(set.optionalText == "")
        #expect(set.optionalBlob == Data())
        #expect(set.optionalUUID == uuid)
        #expect(set.optionalURL == url)
        #expect(set.optionalMoney == 0)
        #expect(set.texts == [])
    }

    @Test func codableValues() throws {
        let (sample, context) = try reopened { sample in
            sample.ints = [3, 1, 2]
            sample.dates = [.day(1), .day(2)]
            sample.table = ["a": [1.5], "b": []]
            sample.nested = [[1], [], [2, 3]]
            sample.level = .high
            sample.levels = [.low, .high]
            sample.optionalLevel = .middle
            sample.position = .init(x: 0.1, y: -2)
            sample.track = [.init(x: 1, y: 1), .init(x: 2, y: 2)]
            sample.mode = .schedule([.day(3)])
            sample.default = 5
        }
        #expect(sample.ints == [3, 1, 2])
        #expect(sample.dates == [.day(1), .day(2)])
        #expect(sample.table == ["a": [1.5], "b": []])
        #expect(sample.nested == [[1], [], [2, 3]])
        #expect(sample.level == .high)
        #expect(sample.levels == [.low, .high])
        #expect(sample.optionalLevel == .middle)
        #expect(sample.position == .init(x: 0.1, y: -2))
        #expect(sample.track.map(\.x) == [1, 2])
        #expect(sample.mode == .schedule([.day(3)]))
        #expect(sample.default == 5)
        #expect(sample.modelContext === context)
    }

    @Test func everyTypeCanBeAskedFor() throws {
        let (_, context) = try reopened { $0.optionalDouble = 2.5 }
        func count(_ predicate: Predicate<SensorSample>) throws -> Int {
            try context.fetchCount(FetchDescriptor(predicate: predicate))
        }
        let uuid = uuid
        let url = url
        let when = when
        let blob = Data([0, 255, 0])
        let huge = UInt64.max
        #expect(try count(#Predicate { $0.uuid == uuid }) == 1)
        #expect(try count(#Predicate { $0.url == url }) == 1)
        #expect(try count(#Predicate { $0.when == when }) == 1)
        #expect(try count(#Predicate { $0.when > when }) == 0)
        #expect(try count(#Predicate { $0.blob == blob }) == 1)
        #expect(try count(#Predicate { $0.unsignedLong == huge }) == 1)
        #expect(try count(#Predicate { $0.tiny < 0 && $0.unsignedTiny > 254 }) == 1)
        #expect(try count(#Predicate { $0.money < 0 }) == 1)
        #expect(try count(#Predicate { $0.optionalDouble == 2.5 }) == 1)
        #expect(try count(#Predicate { $0.optionalFlag == nil }) == 1)
        #expect(try count(#Predicate { $0.optionalFlag != true }) == 1)
        #expect(try count(#Predicate { $0.default == 0 }) == 1)
    }
}
