import SwiftData

enum Season: String, Codable, CaseIterable {
    case spring
    case summer = "Sommer"
    case winter
}

enum Grade: Int, Codable {
    case low = -1
    case high = 7
}

enum Shape: Codable, Equatable {
    case point
    case circle(radius: Double)
    case polygon([Int], name: String?)
}

struct Address: Codable, Hashable {
    var street: String
    var city: City
    var lines: [String] = []

    struct City: Codable, Hashable {
        var name: String
        var population: Int?

        enum CodingKeys: String, CodingKey {
            case name = "n"
            case population = "p"
        }
    }
}

/// One property of every scalar type.
@Model
final class Scalars {
    var bool: Bool = false
    var int: Int = 0
    var int8: Int8 = 0
    var int16: Int16 = 0
    var int32: Int32 = 0
    var int64: Int64 = 0
    var uint: UInt = 0
    var uint8: UInt8 = 0
    var uint16: UInt16 = 0
    var uint32: UInt32 = 0
    var uint64: UInt64 = 0
    var float: Float = 0
    var double: Double = 0
    var decimal: Decimal = Decimal()
    var string: String = ""
    var date: Date = Date(timeIntervalSinceReferenceDate: 0)
    var data: Data = Data()
    var uuid: UUID = UUID()
    var url: URL = URL(fileURLWithPath: "/")

    init() {}
}

/// The same, optional.
@Model
final class OptionalScalars {
    var bool: Bool?
    var int: Int?
    var int8: Int8?
    var int16: Int16?
    var int32: Int32?
    var int64: Int64?
    var uint: UInt?
    var uint8: UInt8?
    var uint16: UInt16?
    var uint32: UInt32?
    var uint64: UInt64?
    var float: Float?
    var double: Double?
    var decimal: Decimal?
    var string: String?
    var date: Date?
    var data: Data?
    var uuid: UUID?
    var url: URL?

    init() {}
}

/// Properties of types that are no scalars.
@Model
final class Coded {
    var season: Season = Season.spring
    var maybeSeason: Season?
    var grade: Grade = Grade.low
    var maybeGrade: Grade?
    var shape: Shape = Shape.point
    var maybeShape: Shape?
    var address: Address = Address(street: "", city: Address.City(name: ""))
    var maybeAddress: Address?
    var addresses: [Address] = []
    var strings: [String] = []
    var maybeStrings: [String]?
    var doubles: [Double] = []
    var byName: [String: Int] = [:]
    var byNumber: [Int: String] = [:]
    var nested: [String: [Address]] = [:]
    var tags: Set<String> = []
    var maybeTags: Set<Int>?

    init() {}
}

/// More properties than a dirty mask has bits.
@Model
final class Wide {
    var number0: Int = 0
    var number1: Int = 1
    var number2: Int = 2
    var number3: Int = 3
    var number4: Int = 4
    var number5: Int = 5
    var number6: Int = 6
    var number7: Int = 7
    var number8: Int = 8
    var number9: Int = 9
    var number10: Int = 10
    var number11: Int = 11
    var number12: Int = 12
    var number13: Int = 13
    var number14: Int = 14
    var number15: Int = 15
    var number16: Int = 16
    var number17: Int = 17
    var number18: Int = 18
    var number19: Int = 19
    var number20: Int = 20
    var number21: Int = 21
    var number22: Int = 22
    var number23: Int = 23
    var number24: Int = 24
    var number25: Int = 25
    var number26: Int = 26
    var number27: Int = 27
    var number28: Int = 28
    var number29: Int = 29
    var number30: Int = 30
    var number31: Int = 31
    var number32: Int = 32
    var number33: Int = 33
    var number34: Int = 34
    var number35: Int = 35
    var number36: Int = 36
    var number37: Int = 37
    var number38: Int = 38
    var number39: Int = 39
    var number40: Int = 40
    var number41: Int = 41
    var number42: Int = 42
    var number43: Int = 43
    var number44: Int = 44
    var number45: Int = 45
    var number46: Int = 46
    var number47: Int = 47
    var number48: Int = 48
    var number49: Int = 49
    var number50: Int = 50
    var number51: Int = 51
    var number52: Int = 52
    var number53: Int = 53
    var number54: Int = 54
    var number55: Int = 55
    var number56: Int = 56
    var number57: Int = 57
    var number58: Int = 58
    var number59: Int = 59
    var number60: Int = 60
    var number61: Int = 61
    var number62: Int = 62
    var number63: Int = 63
    var number64: Int = 64
    var number65: Int = 65
    var number66: Int = 66
    var number67: Int = 67
    var number68: Int = 68
    var number69: Int = 69

    init() {}
}

@Model
final class Photo {
    var title: String
    @Attribute(.externalStorage) var pixels: Data
    @Attribute(.externalStorage) var thumbnail: Data?

    init(_ title: String, pixels: Data, thumbnail: Data? = nil) {
        self.title = title
        self.pixels = pixels
        self.thumbnail = thumbnail
    }
}

@Model
final class Fleeting {
    var kept: String = "kept"
    @Attribute(.ephemeral) var shown: Int = 1
    @Transient var scratch: [Int] = [7]

    init() {}
}

@Model
final class Portrait {
    @Attribute(.unique) var name: String
    @Attribute(.externalStorage) var pixels: Data

    init(_ name: String, pixels: Data) {
        self.name = name
        self.pixels = pixels
    }
}
