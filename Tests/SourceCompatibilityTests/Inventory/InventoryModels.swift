import Foundation
import SwiftData

@Model
public final class Product: Named {
    @Attribute(.unique) public var sku: String
    public var name: String
    public var price: Decimal
    public var quantity: Int32
    public var weight: Float?
    public var tags: [String]
    public var attributes: [String: Int]
    public var isDiscontinued: Bool
    package var lastCounted: Date?
    @Relationship public var shelf: Shelf?
    @Relationship(deleteRule: .cascade) public var movements: [Movement]

    public init(sku: String, name: String, price: Decimal, quantity: Int32 = 0) {
        self.sku = sku
        self.name = name
        self.price = price
        self.quantity = quantity
        self.weight = nil
        self.tags = []
        self.attributes = [:]
        self.isDiscontinued = false
        self.lastCounted = nil
        self.shelf = nil
        self.movements = []
    }
}

extension Product {
    public var value: Decimal { price * Decimal(Int(quantity)) }

    public func move(_ amount: Int32, reason: Movement.Reason, at date: Date) {
        quantity += amount
        movements.append(Movement(amount: amount, reason: reason, date: date))
    }
}

@Model
public final class Shelf {
    public var name: String
    public var aisle: UInt8
    @Relationship(inverse: \Product.shelf) public var products: [Product]

    public init(name: String, aisle: UInt8) {
        self.name = name
        self.aisle = aisle
        self.products = []
    }
}

extension Shelf: Named {}

@Model
public final class Movement {
    public enum Reason: Int16, Codable, Sendable, CaseIterable {
        case delivery, sale, loss
    }

    public private(set) var amount: Int32
    public private(set) var reason: Reason
    public private(set) var date: Date
    public internal(set) var product: Product?

    public init(amount: Int32, reason: Reason, date: Date) {
        self.amount = amount
        self.reason = reason
        self.date = date
    }
}
