import Foundation
import SwiftData

@Model
final class Harbor {
    @Attribute(.unique) var name: String
    @Relationship(deleteRule: .cascade, inverse: \Boat.harbor) var boats: [Boat] = []

    init(name: String) {
        self.name = name
    }
}

@Model
final class Boat {
    var name: String
    var length: Double
    var launched: Date?
    var harbor: Harbor?

    init(name: String, length: Double) {
        self.name = name
        self.length = length
    }
}

/// Keeps three boats, then asks the store for the long ones.
func longBoats(in container: ModelContainer) throws -> [String] {
    let context = ModelContext(container)
    let harbor = Harbor(name: "Keelung")
    harbor.boats = [
        Boat(name: "Walnut", length: 9), Boat(name: "Paper Crane", length: 0.3), Boat(name: "Heron", length: 12),
    ]
    context.insert(harbor)
    try context.save()

    let long = FetchDescriptor<Boat>(
        predicate: #Predicate { $0.length > 5 && $0.harbor?.name == "Keelung" },
        sortBy: [SortDescriptor(\.name)]
    )
    return try context.fetch(long).map(\.name)
}
