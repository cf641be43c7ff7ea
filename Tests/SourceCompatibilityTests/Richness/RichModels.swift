import Foundation
import SwiftData

/// Everything that a property of a real app was seen to be.
@Model
final class RichRecord {
    enum Shape: Codable, Hashable {
        case point
        case circle(radius: Double)
        case polygon([CGPoint])
    }

    struct Weekdays: OptionSet, Codable, Hashable {
        let rawValue: UInt8
        static let monday = Weekdays(rawValue: 1)
        static let friday = Weekdays(rawValue: 16)
    }

    struct Box<Content: Codable & Hashable>: Codable, Hashable {
        var content: Content
        var note: String?
    }

    typealias Score = Float

    var text: AttributedString
    var optionalText: AttributedString?
    var shape: Shape = Shape.point
    var shapes: [Shape] = []
    var days: Weekdays = Weekdays.monday
    var box: Box<[Int]>?
    var score: Score = 1.5
    var locale: Locale = Locale(identifier: "de_DE")
    var zone: TimeZone?
    var components: DateComponents?
    var interval: DateInterval?
    var range: ClosedRange<Int>?
    var indices: IndexSet = IndexSet()
    var distance: Measurement<UnitLength>?
    var person: PersonNameComponents?
    var frame: CGRect = CGRect.zero
    var duration: Duration = Duration.seconds(0)
    var uuids: Set<UUID> = []
    var nested: [String: [Int]] = [:]
    var byDay: [Int: Date] = [:]
    var links: [URL?] = []
    var matrix: [[Double]] = []
    var raw: Data?
    var tuple: Pair = Pair(first: 0, second: "")
    private(set) var created: Date

    struct Pair: Codable, Hashable {
        let first: Int
        var second: String

        enum CodingKeys: String, CodingKey {
            case first = "f"
            case second = "s"
        }
    }

    init(text: AttributedString, created: Date) {
        self.text = text
        self.created = created
    }
}
