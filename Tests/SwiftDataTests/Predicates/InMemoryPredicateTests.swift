import Foundation
import SwiftData
import Testing

/// Conditions that SQL cannot express: the rows are right all the same, and it is said what was left to memory.
@Suite struct InMemoryPredicateTests {
    private let context: ModelContext
    private let day = Date(timeIntervalSinceReferenceDate: 800_000_000)

    init() throws {
        let schema = Schema([Consignment.self])
        let configuration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)
        context = ModelContext(try ModelContainer(for: schema, configurations: configuration))
        for number in 1...4 {
            context.insert(Consignment(number, day: day.addingTimeInterval(Double(number) * 86_400)))
        }
        try context.save()
    }

    private func check(
        _ predicate: Predicate<Consignment>,
        finds numbers: [Int],
        at place: SourceLocation = #_sourceLocation
    ) throws {
        let descriptor = FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)])
        let fresh = ModelContext(context.container)
        #expect(try fresh.fetch(descriptor).map(\.number) == numbers, sourceLocation: place)
        #expect(try fresh.fetchCount(descriptor) == numbers.count, sourceLocation: place)
        #expect(try !fresh.explain(descriptor).inMemory.isEmpty, sourceLocation: place)
    }

    @Test func contentsOfExternalValues() throws {
        let label = Data(repeating: 2, count: 200_000)
        try check(#Predicate { $0.label == label }, finds: [2])
        try check(#Predicate { $0.label != label && $0.number < 4 }, finds: [1, 3])
    }

    @Test func membersThatJSONKeepsInNoComparableForm() throws {
        let (price, seal) = (Decimal(3), Data([4]))
        try check(#Predicate { $0.weight.grams > 2 }, finds: [3, 4])
        try check(#Predicate { $0.weight.price == price }, finds: [3])
        try check(#Predicate { $0.weight.seal == seal }, finds: [4])
    }

    @Test func orderOfEnums() throws {
        let middle = Consignment.Size.middle
        try check(#Predicate { $0.size < middle }, finds: [1, 2])
    }

    @Test func arraysOfNumbersThatAreNotWholeAndOfDates() throws {
        let (reading, third) = (1.5, day.addingTimeInterval(3 * 86_400))
        try check(#Predicate { $0.readings.contains(reading) }, finds: [1, 2, 3, 4])
        try check(#Predicate { $0.days.contains(third) }, finds: [3])
    }
}

@Model private final class Consignment {
    struct Weight: Codable, Hashable {
        var grams: UInt64
        var price: Decimal
        var seal: Data
    }

    enum Size: String, Codable, Comparable {
        case small, middle, large

        static func < (lhs: Size, rhs: Size) -> Bool { lhs.rank < rhs.rank }
        private var rank: Int { self == .small ? 0 : self == .middle ? 1 : 2 }
    }

    var number: Int
    @Attribute(.externalStorage) var label: Data
    var weight: Weight
    var size: Size
    var readings: [Double]
    var days: [Date]

    init(_ number: Int, day: Date) {
        self.number = number
        label = Data(repeating: UInt8(number), count: 200_000)
        weight = Weight(grams: UInt64(number), price: Decimal(number), seal: Data([UInt8(number)]))
        size = number < 3 ? .small : .large
        readings = [Double(number), 1.5]
        days = [day]
    }
}
