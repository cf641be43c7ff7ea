import Foundation
import SwiftData

@Model
final class WorkOrder {
    @Attribute(.unique, .preserveValueOnDeletion) var number: Int
    @Attribute(.preserveValueOnDeletion) var customer: String
    @Attribute(.spotlight) var remark: String?
    @Attribute(.allowsCloudEncryption) var phone: String?
    @Attribute(.ephemeral) var isHighlighted: Bool = false
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self)) var extras: [String]?
    @Attribute(.transformable(by: BadgeTransformer.self)) var badge = Badge(label: "new", level: 1)
    @Attribute(.codable) var contact: WorkContact?
    @Attribute(hashModifier: "v2") var hours: Double = 0
    @Relationship(deleteRule: .cascade, minimumModelCount: 0, maximumModelCount: 3, inverse: \WorkPart.order)
    var parts: [WorkPart] = []

    init(number: Int, customer: String) {
        self.number = number
        self.customer = customer
    }
}

struct WorkContact: Codable, Hashable, Sendable {
    var name: String
    var mail: String?
}

@Model
final class WorkPart {
    var name: String
    var price: Decimal
    var order: WorkOrder?

    init(name: String, price: Decimal) {
        self.name = name
        self.price = price
    }
}

/// A reference type of a drawing library: no Codable.
final class Badge: Equatable {
    let label: String
    let level: Int

    init(label: String, level: Int) {
        self.label = label
        self.level = level
    }

    static func == (lhs: Badge, rhs: Badge) -> Bool { lhs.label == rhs.label && lhs.level == rhs.level }
}

final class BadgeTransformer: ValueTransformer {
    override class func transformedValueClass() -> AnyClass { NSData.self }

    override func transformedValue(_ value: Any?) -> Any? {
        guard let badge = value as? Badge else { return nil }
        return "\(badge.level):\(badge.label)".data(using: .utf8)
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data, let text = String(data: data, encoding: .utf8) else { return nil }
        let parts = text.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, let level = Int(parts[0]) else { return nil }
        return Badge(label: String(parts[1]), level: level)
    }
}
