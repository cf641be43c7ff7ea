import Foundation
import SwiftData

@Model
final class Plant {
    var name: String
    var species: String
    var notes: String
    var light: Light
    var wateringInterval: Int
    var isFavorite: Bool
    var acquiredAt: Date

    var room: Room?

    @Relationship(deleteRule: .cascade, inverse: \CareEvent.plant)
    var events: [CareEvent] = []

    init(
        name: String,
        species: String = "",
        notes: String = "",
        light: Light = .medium,
        wateringInterval: Int = 7,
        isFavorite: Bool = false,
        acquiredAt: Date = .now,
        room: Room? = nil
    ) {
        self.name = name
        self.species = species
        self.notes = notes
        self.light = light
        self.wateringInterval = wateringInterval
        self.isFavorite = isFavorite
        self.acquiredAt = acquiredAt
        self.room = room
    }
}

extension Plant {
    var lastWatered: Date? {
        events.filter { $0.kind == .watered }.map(\.date).max()
    }

    var nextWatering: Date {
        guard let lastWatered else { return acquiredAt }
        return Calendar.current.date(byAdding: .day, value: wateringInterval, to: lastWatered) ?? lastWatered
    }

    func isThirsty(on date: Date) -> Bool {
        nextWatering <= date
    }

    func record(_ kind: CareEvent.Kind, on date: Date = .now, note: String = "") {
        events.append(CareEvent(kind: kind, date: date, note: note))
    }
}

enum Light: String, Codable, CaseIterable, Identifiable {
    case low, medium, bright, direct

    var id: Self { self }

    var title: String {
        switch self {
        case .low: "Low light"
        case .medium: "Medium light"
        case .bright: "Bright, indirect"
        case .direct: "Direct sun"
        }
    }

    var symbol: String {
        switch self {
        case .low: "moon"
        case .medium: "cloud.sun"
        case .bright: "sun.min"
        case .direct: "sun.max"
        }
    }
}
