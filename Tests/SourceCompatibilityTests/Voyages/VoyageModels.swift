import Foundation
import SwiftData

@Model
final class Voyage {
    var name: String
    var destination: String
    var startDate: Date
    var endDate: Date
    var budget: Double?
    var rating: Int?
    var isArchived: Bool
    @Relationship(deleteRule: .cascade, inverse: \Leg.voyage) var legs: [Leg]
    @Relationship(deleteRule: .cascade) var lodging: Lodging?
    var organizer: Traveler?

    init(
        _ name: String,
        to destination: String,
        from startDate: Date,
        until endDate: Date,
        budget: Double? = nil,
        rating: Int? = nil
    ) {
        self.name = name
        self.destination = destination
        self.startDate = startDate
        self.endDate = endDate
        self.budget = budget
        self.rating = rating
        self.isArchived = false
        self.legs = []
    }
}

@Model
final class Leg {
    var origin: String
    var target: String
    var price: Double
    var departure: Date
    var isBooked: Bool
    var voyage: Voyage?

    init(from origin: String, to target: String, price: Double, departure: Date, isBooked: Bool = false) {
        self.origin = origin
        self.target = target
        self.price = price
        self.departure = departure
        self.isBooked = isBooked
    }
}

@Model
final class Lodging {
    var address: Address
    var nights: Int
    @Relationship(.unique) var voyage: Voyage?

    init(address: Address, nights: Int) {
        self.address = address
        self.nights = nights
    }

    struct Address: Codable, Hashable {
        var street: String
        var city: String
        var zip: String?
    }
}

@Model
final class Traveler {
    var name: String
    @Relationship(inverse: \Voyage.organizer) var voyages: [Voyage] = []

    init(name: String) { self.name = name }
}
