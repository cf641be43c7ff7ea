import Foundation
import SwiftData

@Model
final class CareEvent {
    enum Kind: String, Codable, CaseIterable, Identifiable {
        case watered, fed, repotted, pruned

        var id: Self { self }

        var title: String { rawValue.capitalized }

        var symbol: String {
            switch self {
            case .watered: "drop"
            case .fed: "sparkles"
            case .repotted: "shippingbox"
            case .pruned: "scissors"
            }
        }
    }

    var kind: Kind
    var date: Date
    var note: String
    var plant: Plant?

    init(kind: Kind, date: Date = .now, note: String = "") {
        self.kind = kind
        self.date = date
        self.note = note
    }
}
