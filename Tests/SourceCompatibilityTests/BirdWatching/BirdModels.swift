import Foundation
import SwiftData

@Model
final class Bird {
    @Attribute(.unique, .preserveValueOnDeletion) var ringNumber: String
    @Attribute(.preserveValueOnDeletion) var species: String
    var weight: Double
    var sightings: [Sighting] = []

    init(ringNumber: String, species: String, weight: Double) {
        self.ringNumber = ringNumber
        self.species = species
        self.weight = weight
    }
}

@Model
final class Sighting {
    var date: Date
    var place: String
    var count: Int
    @Relationship(inverse: \Bird.sightings) var bird: Bird?

    init(date: Date, place: String, count: Int = 1) {
        self.date = date
        self.place = place
        self.count = count
    }
}
