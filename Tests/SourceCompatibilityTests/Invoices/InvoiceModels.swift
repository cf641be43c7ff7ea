import Foundation
import SwiftData

struct PostalAddress: Codable, Hashable, Sendable {
    struct Country: Codable, Hashable, Sendable {
        var code: String
        var name: String
    }

    var lines: [String]
    var city: String
    var country: Country

    // The keys of the old JSON files.
    private enum CodingKeys: String, CodingKey {
        case lines = "address_lines", city = "town", country
    }
}

enum InvoiceStatus: String, Codable, CaseIterable, Sendable {
    case draft, sent, paid, cancelled

    var isOpen: Bool { self == .sent }
}

enum Discount: Codable, Hashable, Sendable {
    case none
    case percent(Int)
    case amount(Decimal)
}

@Model
final class Customer {
    @Attribute(.unique) var vatNumber: String
    var name: String
    var address: PostalAddress
    var website: URL?
    var notes: [String: String]?
    @Relationship(deleteRule: .deny, inverse: \Invoice.customer) var invoices: [Invoice] = []

    init(vatNumber: String, name: String, address: PostalAddress) {
        self.vatNumber = vatNumber
        self.name = name
        self.address = address
    }
}

@Model
final class Invoice {
    #Unique<Invoice>([\.year, \.number])

    var year: Int
    var number: Int
    var status: InvoiceStatus
    var issuedOn: Date
    var discount: Discount = Discount.none
    var items: [Item]
    var total: Decimal
    var customer: Customer?

    init(year: Int, number: Int, issuedOn: Date, items: [Item], discount: Discount = .none) {
        self.year = year
        self.number = number
        self.status = .draft
        self.issuedOn = issuedOn
        self.items = items
        self.discount = discount
        self.total = Invoice.total(of: items, discount: discount)
    }

    struct Item: Codable, Hashable {
        var text: String
        var quantity: Decimal
        var price: Decimal
    }

    static func total(of items: [Item], discount: Discount) -> Decimal {
        let sum = items.reduce(Decimal(0)) { $0 + $1.quantity * $1.price }
        switch discount {
        case .none: return sum
        case .percent(let percent): return sum * Decimal(100 - percent) / 100
        case .amount(let amount): return sum - amount
        }
    }

    var displayNumber: String { "\(year)-\(String(repeating: "0", count: max(0, 4 - "\(number)".count)))\(number)" }
}

extension Invoice {
    static func nextNumber(in year: Int, context: ModelContext) throws -> Int {
        var descriptor = FetchDescriptor<Invoice>(
            predicate: #Predicate { $0.year == year },
            sortBy: [SortDescriptor(\.number, order: .reverse)]
        )
        descriptor.fetchLimit = 1
        descriptor.propertiesToFetch = [\.number]
        return (try context.fetch(descriptor).first?.number ?? 0) + 1
    }

    static func with(_ status: InvoiceStatus) -> Predicate<Invoice> {
        #Predicate { $0.status == status }
    }
}
