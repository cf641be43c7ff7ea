import SwiftData

/// How a version becomes the next one, and what that does to the contents.
struct MigrationCase {
    let name: String
    let plan: any SchemaMigrationPlan.Type
    /// The years that books have afterwards, or nil where they lose them.
    let year: ((_ pages: Int?) -> Int)?
    /// Whether the code of the way back writes the year behind the title.
    var appendsYear = false

    /// From the first version to the second.
    static var outward: [MigrationCase] {
        let defaultYear = GardenSecond.defaultYear
        return [
            MigrationCase(name: "lightweight", plan: OutwardLightweight.self) { _ in defaultYear },
            MigrationCase(name: "custom", plan: OutwardCustom.self) { defaultYear + ($0 ?? -1) },
            MigrationCase(name: "bridging", plan: OutwardBridging.self) { defaultYear + ($0 ?? -2) },
        ]
    }

    /// From the second version to the third.
    static var back: [MigrationCase] {
        [
            MigrationCase(name: "lightweight", plan: BackLightweight.self, year: nil),
            MigrationCase(name: "custom", plan: BackCustom.self, year: nil, appendsYear: true),
            MigrationCase(name: "bridging", plan: BackBridging.self, year: nil, appendsYear: true),
        ]
    }

    /// The title that a book has after the way back, by the code of its stage.
    func title(_ heading: String, year: Int) -> String { appendsYear ? "\(heading) (\(year))" : heading }
}

private enum OutwardLightweight: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GardenFirst.self, GardenSecond.self] }
    static var stages: [MigrationStage] {
        [.lightweight(fromVersion: GardenFirst.self, toVersion: GardenSecond.self)]
    }
}

private enum OutwardCustom: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GardenFirst.self, GardenSecond.self] }
    static var stages: [MigrationStage] {
        [
            .custom(fromVersion: GardenFirst.self, toVersion: GardenSecond.self, willMigrate: nil) { context in
                for book in try context.fetch(FetchDescriptor<GardenSecond.Book>()) { book.year += book.pages ?? -1 }
                try context.save()
            }
        ]
    }
}

private enum OutwardBridging: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GardenFirst.self, GardenSecond.self] }
    static var stages: [MigrationStage] {
        [
            .bridging(fromVersion: GardenFirst.self, toVersion: GardenSecond.self) { old, new in
                let pages = try old.fetch(FetchDescriptor<Book>()).map { ($0.number, $0.pages) }
                let pagesByNumber = Dictionary(uniqueKeysWithValues: pages)
                for book in try new.fetch(FetchDescriptor<GardenSecond.Book>()) {
                    book.year += (pagesByNumber[book.number] ?? nil) ?? -2
                }
                try new.save()
            }
        ]
    }
}

private enum BackLightweight: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GardenSecond.self, GardenThird.self] }
    static var stages: [MigrationStage] {
        [.lightweight(fromVersion: GardenSecond.self, toVersion: GardenThird.self)]
    }
}

private enum BackCustom: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GardenSecond.self, GardenThird.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: GardenSecond.self,
                toVersion: GardenThird.self,
                willMigrate: { context in
                    for book in try context.fetch(FetchDescriptor<GardenSecond.Book>()) {
                        book.heading += " (\(book.year))"
                    }
                    try context.save()
                },
                didMigrate: nil
            )
        ]
    }
}

private enum BackBridging: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [GardenSecond.self, GardenThird.self] }
    static var stages: [MigrationStage] {
        [
            .bridging(fromVersion: GardenSecond.self, toVersion: GardenThird.self) { old, new in
                let years = try old.fetch(FetchDescriptor<GardenSecond.Book>()).map { ($0.number, $0.year) }
                let yearsByNumber = Dictionary(uniqueKeysWithValues: years)
                for book in try new.fetch(FetchDescriptor<Book>()) {
                    guard let year = yearsByNumber[book.number] else { continue }
                    book.title += " (\(year))"
                }
                try new.save()
            }
        ]
    }
}
