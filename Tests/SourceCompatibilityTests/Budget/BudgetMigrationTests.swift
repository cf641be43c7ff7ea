import Foundation
import SwiftData
import Testing

@Suite(.serialized)
struct BudgetMigrationTests {
    private func writeV1(to url: URL) throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: BudgetSchemaV1.self),
            configurations: ModelConfiguration(url: url)
        )
        let context = ModelContext(container)
        let account = BudgetSchemaV1.Account(name: "Giro")
        context.insert(account)
        account.entries = [
            BudgetSchemaV1.Entry(date: .day(1), amount: -12.34, category: "Food", memo: "bread"),
            BudgetSchemaV1.Entry(date: .day(2), amount: 1_999.99, category: "Salary", memo: "January"),
            BudgetSchemaV1.Entry(date: .day(3), amount: -0.1, category: "Food", memo: "gum"),
        ]
        try context.save()
    }

    @Test func fromV1ToV2ByRenamingAndDefaults() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("budget.store")
        try writeV1(to: url)

        let container = try ModelContainer(
            for: Schema(versionedSchema: BudgetSchemaV2.self),
            configurations: ModelConfiguration(url: url)
        )
        let reader = ModelContext(container)
        let entries = try reader.fetch(
            FetchDescriptor<BudgetSchemaV2.Entry>(sortBy: [SortDescriptor(\.date)])
        )
        #expect(entries.map(\.note) == ["bread", "January", "gum"])
        #expect(entries.map(\.isReviewed) == [false, false, false])
        #expect(entries.map(\.receipt) == [nil, nil, nil])
        #expect(entries.map { $0.account?.currency } == ["EUR", "EUR", "EUR"])
    }

    @Test func fromV1ToV3InTwoStages() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("budget.store")
        try writeV1(to: url)

        let store = try BudgetStore(url: url)
        let context = ModelContext(store.container)
        let account = try #require(try context.fetch(FetchDescriptor<Account>()).first)
        #expect(account.name == "Giro")
        #expect(account.balance == Decimal(string: "1987.55"))
        let food = try #require(
            try context.fetch(
                FetchDescriptor<Category>(predicate: #Predicate { $0.name == "Food" })
            ).first
        )
        #expect(food.entries?.map(\.note).sorted() == ["bread", "gum"])

        let reopened = ModelContext(try BudgetStore(url: url).container)
        let cents = try reopened.fetch(FetchDescriptor<Entry>(sortBy: [SortDescriptor(\.cents)])).map(\.cents)
        #expect(cents == [-1_234, -10, 199_999])
    }

    @Test func freshStoreStartsAtTheLastVersion() throws {
        let folder = try TemporaryFolder()
        let store = try BudgetStore(url: folder.file("new.store"))
        #expect(store.container.schema.version == Schema.Version(2, 0, 0))
        #expect(store.container.migrationPlan != nil)
        let context = ModelContext(store.container)
        let entry = Entry(date: .day(1), cents: 250)
        entry.kind = Category(name: "Gifts")
        entry.account = Account(name: "Cash", currency: "CHF")
        context.insert(entry)
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Category>()).first?.entries?.count == 1)

        let category = try #require(entry.kind)
        context.delete(category)
        try context.save()
        #expect(entry.kind == nil)
        #expect(entry.account?.name == "Cash")
    }
}
