import SwiftData

/// Models for aggregates, search and observers.
@Model final class Purchase {
    #Index<Purchase>([\.bought])

    var item: String
    var details: String?
    var count: Int
    var small: Int8
    var wide: UInt64
    var weight: Double
    var price: Decimal
    var discount: Decimal?
    var bought: Date
    var kind: PurchaseKind
    var rating: Int?

    init(
        item: String,
        details: String? = nil,
        count: Int = 1,
        small: Int8 = 1,
        wide: UInt64 = 1,
        weight: Double = 1,
        price: Decimal = 1,
        discount: Decimal? = nil,
        bought: Date = Date(timeIntervalSinceReferenceDate: 0),
        kind: PurchaseKind = .tool,
        rating: Int? = nil
    ) {
        self.item = item
        self.details = details
        self.count = count
        self.small = small
        self.wide = wide
        self.weight = weight
        self.price = price
        self.discount = discount
        self.bought = bought
        self.kind = kind
        self.rating = rating
    }
}

enum PurchaseKind: String, Codable, CaseIterable {
    case tool, food, book
}
