import Foundation
import SwiftData
import XCTest

final class MeteoriteTests: XCTestCase {
    private var folder: TemporaryFolder!
    private var url: URL { folder.file("meteorites.store") }

    override func setUpWithError() throws {
        folder = try TemporaryFolder()
    }

    override func tearDown() {
        // XCTest keeps the test case itself until the end of the process.
        folder = nil
    }

    private func writeV1() throws {
        let container = try ModelContainer(
            for: MeteoriteSchemaV1.Meteorite.self,
            configurations: ModelConfiguration(url: url)
        )
        let context = ModelContext(container)
        let hoba = MeteoriteSchemaV1.Meteorite(
            catalogueNumber: 1,
            name: "Hoba",
            foundOn: .day(1),
            kind: .iron,
            position: .init(latitude: -19.6, longitude: 17.9)
        )
        hoba.note("largest known")
        context.insert(hoba)
        for grams in [10.0, 2.5, 7] {
            context.insert(MeteoriteSchemaV1.Fragment(grams: grams, meteorite: hoba))
        }
        try context.save()
    }

    func testConstantsAreStored() throws {
        try writeV1()
        let container = try ModelContainer(
            for: MeteoriteSchemaV1.Meteorite.self,
            configurations: ModelConfiguration(url: url)
        )
        let reader = ModelContext(container)
        let hoba = try XCTUnwrap(reader.fetch(FetchDescriptor<MeteoriteSchemaV1.Meteorite>()).first)
        XCTAssertEqual(hoba.catalogueNumber, 1)
        XCTAssertEqual(hoba.kind, .iron)
        XCTAssertEqual(hoba.position, .init(latitude: -19.6, longitude: 17.9))
        XCTAssertEqual(hoba.notes, ["largest known"])
        XCTAssertEqual(hoba.foundOn, .day(1))
        XCTAssertEqual(hoba.fragments.map(\.grams), [10, 2.5, 7])
        XCTAssertEqual(Set(hoba.fragments.map(\.label)).count, 3)
    }

    func testMigrationKeepsTheConstants() throws {
        try writeV1()
        let container = try ModelContainer(
            for: Meteorite.self,
            migrationPlan: MeteoriteMigrationPlan.self,
            configurations: ModelConfiguration(url: url)
        )
        let context = ModelContext(container)
        let hoba = try XCTUnwrap(context.fetch(FetchDescriptor<Meteorite>()).first)
        XCTAssertEqual(hoba.name, "Hoba")
        XCTAssertEqual(hoba.museum, "Naturhistorisches Museum")
        XCTAssertEqual(hoba.fragments.map(\.isLent), [false, false, false])
        let number = 1
        let found = try context.fetch(
            FetchDescriptor<Meteorite>(
                predicate: #Predicate {
                    $0.catalogueNumber == number && $0.fragments.contains { $0.grams > 9 }
                }
            )
        )
        XCTAssertEqual(found.count, 1)
    }

    func testUniqueConstantIsAnUpsert() throws {
        let configuration = ModelConfiguration(isStoredInMemoryOnly: true)
        let container = try ModelContainer(for: Meteorite.self, configurations: configuration)
        let context = ModelContext(container)
        for name in ["first", "second"] {
            context.insert(
                Meteorite(
                    catalogueNumber: 7,
                    name: name,
                    kind: .stony,
                    position: .init(latitude: 0, longitude: 0)
                )
            )
            try context.save()
        }
        XCTAssertEqual(try ModelContext(container).fetch(FetchDescriptor<Meteorite>()).map(\.name), ["second"])
    }
}
