import Foundation
import SwiftData

// Current version under short names, as the rest of the app uses them.
typealias Account = BudgetSchemaV3.Account
typealias Entry = BudgetSchemaV3.Entry
typealias Category = BudgetSchemaV3.Category

// MARK: - V1: amounts as Double, category as free text

enum BudgetSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)

    static var models: [any PersistentModel.Type] {
        [Account.self, Entry.self]
    }

    @Model
    final class Account {
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .cascade, inverse: \Entry.account) var entries: [Entry] = []

        init(name: String) {
            self.name = name
        }
    }

    @Model
    final class Entry {
        var date: Date
        var amount: Double
        var category: String
        var memo: String
        var account: Account?

        init(date: Date, amount: Double, category: String, memo: String = "") {
            self.date = date
            self.amount = amount
            self.category = category
            self.memo = memo
        }
    }
}

// MARK: - V2: lightweight (renamed, optional and defaulted properties)

enum BudgetSchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 1, 0)

    static var models: [any PersistentModel.Type] {
        [Account.self, Entry.self]
    }
}

extension BudgetSchemaV2 {
    @Model
    final class Account {
        @Attribute(.unique) var name: String
        var currency: String = "EUR"
        @Relationship(deleteRule: .cascade, inverse: \Entry.account) var entries: [Entry] = []

        init(name: String, currency: String = "EUR") {
            self.name = name
            self.currency = currency
        }
    }

    @Model
    final class Entry {
        var date: Date
        var amount: Double
        var category: String
        @Attribute(originalName: "memo") var note: String
        var isReviewed: Bool = false
        var receipt: Data?
        var account: Account?

        init(date: Date, amount: Double, category: String, note: String = "") {
            self.date = date
            self.amount = amount
            self.category = category
            self.note = note
        }
    }
}

// MARK: - V3: categories become a model, amounts become whole cents

enum BudgetSchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)

    static var models: [any PersistentModel.Type] {
        [Account.self, Entry.self, Category.self]
    }
}

extension BudgetSchemaV3 {
    @Model
    final class Account {
        @Attribute(.unique) var name: String
        var currency: String = "EUR"
        @Relationship(deleteRule: .cascade, inverse: \Entry.account) var entries: [Entry] = []

        init(name: String, currency: String = "EUR") {
            self.name = name
            self.currency = currency
        }

        var balance: Decimal {
            entries.reduce(0) { $0 + $1.amount }
        }
    }

    @Model
    final class Entry {
        var date: Date
        var cents: Int = 0
        var note: String
        var isReviewed: Bool = false
        var receipt: Data?
        var account: Account?
        var kind: Category?

        init(date: Date, cents: Int, note: String = "") {
            self.date = date
            self.cents = cents
            self.note = note
        }

        var amount: Decimal { Decimal(cents) / 100 }
    }

    @Model
    final class Category {
        @Attribute(.unique) var name: String
        @Relationship(deleteRule: .nullify, inverse: \Entry.kind) var entries: [Entry]?

        init(name: String) {
            self.name = name
        }
    }
}
