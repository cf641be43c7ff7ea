import Foundation
import SwiftData

/// One of every type a property may have.
@Model
final class SensorSample {
    var tiny: Int8
    var short: Int16
    var medium: Int32
    var long: Int64
    var plain: Int
    var unsignedTiny: UInt8
    var unsignedShort: UInt16
    var unsignedMedium: UInt32
    var unsignedLong: UInt64
    var unsignedPlain: UInt
    var single: Float
    var double: Double
    var flag: Bool
    var text: String
    var when: Date
    var blob: Data
    var uuid: UUID
    var url: URL
    var money: Decimal

    var optionalInt: Int?
    var optionalDouble: Double?
    var optionalFlag: Bool?
    var optionalText: String?
    var optionalDate: Date?
    var optionalBlob: Data?
    var optionalUUID: UUID?
    var optionalURL: URL?
    var optionalMoney: Decimal?

    var ints: [Int] = []
    var texts: [String]?
    var dates: Set<Date> = []
    var table: [String: [Double]] = [:]
    var nested: [[Int]] = []
    var level: Level = Level.low
    var levels: [Level] = []
    var optionalLevel: Level?
    var position: Position?
    var track: [Position] = []
    var mode: Mode = Mode.off
    var `default`: Int = 0

    init(text: String, url: URL, when: Date, uuid: UUID) {
        tiny = .min
        short = .min
        medium = .min
        long = .min
        plain = .min
        unsignedTiny = .max
        unsignedShort = .max
        unsignedMedium = .max
        unsignedLong = .max
        unsignedPlain = 1
        single = .leastNonzeroMagnitude
        double = -0.1
        flag = true
        self.text = text
        self.when = when
        blob = Data([0, 255, 0])
        self.uuid = uuid
        self.url = url
        money = Decimal(sign: .minus, exponent: -2, significand: 1)
    }

    enum Level: Int, Codable { case low = -1, middle, high }
    struct Position: Codable, Hashable {
        var x: Double
        var y: Double
    }
    enum Mode: Codable, Hashable { case off, on(power: Int), schedule([Date]) }
}
