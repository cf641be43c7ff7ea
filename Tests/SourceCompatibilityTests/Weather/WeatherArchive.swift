import Foundation
import SwiftData

@Model
final class WeatherStation {
    #Index<WeatherStation>(.binary([\.name]), .rtree([\.latitude, \.longitude]))

    @Attribute(.unique) var code: String
    var name: String
    var altitude: Int32
    var latitude: Float
    var longitude: Float
    @Relationship(deleteRule: .cascade, inverse: \Reading.station) var readings: [Reading] = []

    init(code: String, name: String, altitude: Int32 = 0, latitude: Float = 0, longitude: Float = 0) {
        self.code = code
        self.name = name
        self.altitude = altitude
        self.latitude = latitude
        self.longitude = longitude
    }
}

@Model
final class Reading {
    #Index<Reading>([\.takenAt], [\.temperature])

    var takenAt: Date
    var temperature: Double
    var humidity: Int
    var windSpeed: Float?
    var raw: Int64
    var station: WeatherStation?

    init(takenAt: Date, temperature: Double, humidity: Int, windSpeed: Float? = nil, raw: Int64 = 0) {
        self.takenAt = takenAt
        self.temperature = temperature
        self.humidity = humidity
        self.windSpeed = windSpeed
        self.raw = raw
    }
}

struct WeatherArchive {
    struct Statistics: Equatable {
        var count = 0
        var minimum = Double.infinity
        var maximum = -Double.infinity
        var sum = 0.0

        var average: Double? { count == 0 ? nil : sum / Double(count) }
    }

    let container: ModelContainer

    func load(_ readings: [(offset: Int, temperature: Double)], station code: String) throws {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        let known = FetchDescriptor<WeatherStation>(predicate: #Predicate { $0.code == code })
        let station = try context.fetch(known).first ?? WeatherStation(code: code, name: code.uppercased())
        context.insert(station)
        for (index, entry) in readings.enumerated() {
            let reading = Reading(
                takenAt: Date.day(1).addingTimeInterval(Double(entry.offset) * 600),
                temperature: entry.temperature,
                humidity: entry.offset % 101,
                windSpeed: index.isMultiple(of: 3) ? nil : Float(index) / 2,
                raw: Int64.max - Int64(index)
            )
            reading.station = station
            context.insert(reading)
            if index % 500 == 499 { try context.save() }
        }
        try context.save()
    }

    func statistics(of code: String) throws -> Statistics {
        let context = ModelContext(container)
        var statistics = Statistics()
        var descriptor = FetchDescriptor<Reading>(predicate: #Predicate { $0.station?.code == code })
        descriptor.propertiesToFetch = [\.temperature]
        try context.enumerate(descriptor, batchSize: 250) { reading in
            statistics.count += 1
            statistics.minimum = min(statistics.minimum, reading.temperature)
            statistics.maximum = max(statistics.maximum, reading.temperature)
            statistics.sum += reading.temperature
        }
        return statistics
    }

    func forget(before date: Date) throws -> Int {
        let context = ModelContext(container)
        let before = try context.fetchCount(FetchDescriptor<Reading>())
        try context.delete(model: Reading.self, where: #Predicate { $0.takenAt < date })
        try context.save()
        return before - (try context.fetchCount(FetchDescriptor<Reading>()))
    }

    func browse(hotterThan limit: Double, batchSize: Int) throws -> FetchResultsCollection<Reading> {
        var descriptor = FetchDescriptor<Reading>(
            predicate: #Predicate { $0.temperature > limit },
            sortBy: [SortDescriptor(\.temperature, order: .reverse), SortDescriptor(\.takenAt)]
        )
        descriptor.includePendingChanges = false
        return try ModelContext(container).fetch(descriptor, batchSize: batchSize)
    }
}
