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

/// A value whose coding may fail.
struct Unwritable: Codable {
    var isWritable = true

    func encode(to encoder: any Encoder) throws {
        guard isWritable else {
            throw EncodingError.invalidValue(self, .init(codingPath: encoder.codingPath, debugDescription: "stubborn"))
        }
        var container = encoder.singleValueContainer()
        try container.encode([String: Bool]())
    }

    init(isWritable: Bool) { self.isWritable = isWritable }

    init(from decoder: any Decoder) throws { isWritable = true }
}

@Model
final class Stubborn {
    var value: Unwritable = Unwritable(isWritable: true)

    init() {}
}
