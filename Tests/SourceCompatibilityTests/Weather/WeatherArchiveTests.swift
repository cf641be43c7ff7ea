import Foundation
import SwiftData
import Testing

struct WeatherArchiveTests {
    let folder: TemporaryFolder
    let archive: WeatherArchive

    init() throws {
        folder = try TemporaryFolder()
        let schema = Schema([WeatherStation.self, Reading.self])
        archive = WeatherArchive(
            container: try ModelContainer(
                for: schema,
                configurations: ModelConfiguration(schema: schema, url: folder.file("weather.store"))
            )
        )
    }

    private func fill(_ count: Int, station: String = "vie") throws {
        let readings = (0..<count).map { (offset: $0, temperature: Double($0 % 50) - 10) }
        try archive.load(readings, station: station)
    }

    @Test func statisticsInBatches() throws {
        try fill(1_300)
        try fill(10, station: "lis")
        let statistics = try archive.statistics(of: "vie")
        #expect(statistics.count == 1_300)
        #expect(statistics.minimum == -10)
        #expect(statistics.maximum == 39)
        #expect(statistics.average == 14.5)
        #expect(try archive.statistics(of: "none") == WeatherArchive.Statistics())
        #expect(try archive.statistics(of: "none").average == nil)
    }

    @Test func batchedResultsAreACollection() throws {
        try fill(200)
        let hot = try archive.browse(hotterThan: 30, batchSize: 7)
        #expect(hot.count == 36)
        #expect(hot.first?.temperature == 39)
        #expect(hot[35].temperature == 31)
        #expect(hot.prefix(5).map(\.temperature) == [39, 39, 39, 39, 38])
        #expect(hot.map(\.temperature).reduce(0, +) == Double((31...39).reduce(0, +) * 4))
        #expect(hot.isEmpty == false)
    }

    @Test func batchesOfIdentifiers() throws {
        try fill(3)
        let context = ModelContext(archive.container)
        var descriptor = FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.takenAt)])
        descriptor.includePendingChanges = false
        let identifiers = try context.fetchIdentifiers(descriptor, batchSize: 2)
        #expect(identifiers.count == 3)
        let last = try #require(context.model(for: identifiers[2]) as? Reading)
        #expect(last.temperature == -8)
    }

    @Test func identifiers() throws {
        try fill(20)
        let context = ModelContext(archive.container)
        let limit = 5.0
        let ids = try context.fetchIdentifiers(
            FetchDescriptor<Reading>(predicate: #Predicate { $0.temperature >= limit })
        )
        #expect(ids.count == 5)
        let some = Array(ids.prefix(3))
        let found = try context.fetch(
            FetchDescriptor<Reading>(predicate: #Predicate { some.contains($0.persistentModelID) })
        )
        #expect(Set(found.map(\.persistentModelID)) == Set(some))
        #expect(ids.allSatisfy { $0.entityName == "Reading" && $0.storeIdentifier != nil })
    }

    @Test func forgetting() throws {
        try fill(300)
        #expect(try archive.forget(before: Date.day(2)) == 144)
        #expect(try archive.forget(before: Date.day(2)) == 0)
        let context = ModelContext(archive.container)
        let station = try #require(try context.fetch(FetchDescriptor<WeatherStation>()).first)
        #expect(station.readings.count == 156)
        #expect(station.name == "VIE")
    }

    @Test func widthsSurvive() throws {
        try fill(3)
        let context = ModelContext(archive.container)
        let station = try #require(try context.fetch(FetchDescriptor<WeatherStation>()).first)
        station.altitude = Int32.min
        station.latitude = 48.2082
        try context.save()
        let reader = ModelContext(archive.container)
        let copy = try #require(try reader.fetch(FetchDescriptor<WeatherStation>()).first)
        #expect(copy.altitude == Int32.min)
        #expect(copy.latitude == Float(48.2082))
        let raws = try context.fetch(FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.raw)])).map(\.raw)
        #expect(raws == [Int64.max - 2, Int64.max - 1, Int64.max])
        let winds = try context.fetch(FetchDescriptor<Reading>(sortBy: [SortDescriptor(\.windSpeed)])).map(\.windSpeed)
        #expect(winds == [nil, 0.5, 1])
    }
}
