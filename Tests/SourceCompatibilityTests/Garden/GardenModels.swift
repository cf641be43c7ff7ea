import Foundation
import SwiftData

protocol Watered: AnyObject {
    var lastWatered: Date? { get set }
    var interval: TimeInterval { get }
}

extension Watered {
    func isThirsty(at date: Date) -> Bool {
        guard let lastWatered else { return true }
        return date.timeIntervalSince(lastWatered) > interval
    }

    func water(at date: Date) { lastWatered = date }
}

@Model
final class Plant: Watered, CustomStringConvertible {
    var name: String
    var latinName: String = ""
    var lastWatered: Date?
    var interval: TimeInterval = 3 * 24 * 3600
    var description: String = ""
    var photoURLs: [URL] = []
    var bed: GardenBed?

    init(name: String, description: String = "") {
        self.name = name
        self.description = description
    }
}

@Model
final class GardenBed: Codable {
    @Attribute(.unique) var name: String
    var squareMeters: Double
    @Relationship(deleteRule: .cascade, inverse: \Plant.bed) var plants: [Plant] = []

    init(name: String, squareMeters: Double) {
        self.name = name
        self.squareMeters = squareMeters
    }

    // For the backup file.
    enum CodingKeys: CodingKey {
        case name, squareMeters, plants
    }

    convenience init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            squareMeters: try container.decode(Double.self, forKey: .squareMeters)
        )
        plants = try container.decode([String].self, forKey: .plants).map { Plant(name: $0) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(squareMeters, forKey: .squareMeters)
        try container.encode(plants.map(\.name), forKey: .plants)
    }
}
