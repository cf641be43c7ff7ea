import Foundation
import SwiftData

/// Models with inheritance, a required relationship, links without an inverse, links to the same entity, and secrets.
enum Zoo {
    static let types: [any PersistentModel.Type] = [Animal.self, Dog.self, Visit.self, Diary.self]
}

@Model
class Animal {
    var name: String
    var born: Date?
    var weight: Decimal = Decimal(1)

    init(name: String) {
        self.name = name
    }
}

@Model
final class Dog: Animal {
    var tricks: [String] = []
    var friends: [Dog] = []

    init(name: String, tricks: [String]) {
        self.tricks = tricks
        super.init(name: name)
    }
}

@Model
final class Visit {
    var day: Int
    var animal: Animal
    @Relationship var seen: [Animal] = []

    init(day: Int, animal: Animal) {
        self.day = day
        self.animal = animal
    }
}

@Model
final class Diary {
    @Attribute(.allowsCloudEncryption) var text: String
    @Attribute(.allowsCloudEncryption) var written: Date?
    var isLocked: Bool = true

    init(text: String) {
        self.text = text
    }
}
