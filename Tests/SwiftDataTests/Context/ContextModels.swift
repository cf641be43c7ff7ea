import SwiftData

@Model
final class Plant {
    @Attribute(.unique) var code: Int
    var name: String
    var height: Double = 0
    var note: String?
    var bed: Bed?

    init(_ code: Int, name: String = "plant", bed: Bed? = nil) {
        self.code = code
        self.name = name
        self.bed = bed
    }
}

@Model
final class Bed {
    var name: String
    @Relationship(deleteRule: .nullify, inverse: \Plant.bed) var plants: [Plant] = []

    init(name: String, plants: [Plant] = []) {
        self.name = name
        self.plants = plants
    }
}

/// Of no container's schema in these tests.
@Model
final class Weed {
    var name: String = "weed"

    init() {}
}
