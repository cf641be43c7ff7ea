import Foundation
import SwiftData

@Model
final class Room {
    @Attribute(.unique) var name: String

    @Relationship(deleteRule: .nullify, inverse: \Plant.room)
    var plants: [Plant] = []

    init(name: String) {
        self.name = name
    }
}
