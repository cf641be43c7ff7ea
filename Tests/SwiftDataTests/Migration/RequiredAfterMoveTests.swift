import Foundation
import Testing

@testable import SwiftData

/// Objects that must have a value or a target after a migration, and had none before for another reason than that it was optional.
@Suite struct RequiredAfterMoveTests {
    private let dog = FNV1a.hash32("Dog".utf8)
    private let cat = FNV1a.hash32("Cat".utf8)

    private func migrated(
        _ old: String,
        _ sql: String,
        to new: String,
        defaults: [PropertyReference: MigrationDefault] = [:]
    ) throws -> TemporaryStore {
        let store = try TemporaryStore()
        try store.create(describe(old), sql)
        try store.migrate(from: describe(old), to: describe(new), defaults: defaults)
        return store
    }

    private func refusal(_ old: String, _ sql: String, to new: String) throws -> MigrationError {
        try #require(#expect(throws: MigrationError.self) { try migrated(old, sql, to: new) })
    }

    // MARK: A property that moves up its hierarchy

    private let apart = "Pet\nDog: Pet\n age Int\nCat: Pet"
    private let together = "Pet\n age Int\nDog: Pet\nCat: Pet"
    private var pets: String { "INSERT INTO Pet (entity, age) VALUES (\(dog), 4), (\(cat), NULL)" }

    @Test func aRequiredPropertyThatMovesUpIsMissingInTheOthers() throws {
        let error = try refusal(apart, pets, to: together)
        #expect(error.kind == .missingValue && error.entity == "Pet" && error.property == "age")
        let dogs = try migrated(apart, "INSERT INTO Pet (entity, age) VALUES (\(dog), 4)", to: together)
        #expect(try dogs.rows("SELECT age FROM Pet") == ["4"])
    }

    @Test func aPropertyThatMovesUpHasItsDefaultInTheOthers() throws {
        let age = PropertyReference(entity: "Pet", property: "age")
        let store = try migrated(apart, pets, to: together, defaults: [age: .constant(.integer(1))])
        #expect(try store.rows("SELECT age FROM Pet ORDER BY pk") == ["4", "1"])
    }

    /// One that had the property, and no value, keeps none.
    @Test func anOptionalPropertyThatMovesUpHasItsDefaultInTheOthersAlone() throws {
        let age = PropertyReference(entity: "Pet", property: "age")
        let store = try migrated(
            "Pet\nDog: Pet\n age Int?\nCat: Pet",
            "INSERT INTO Pet (entity, age) VALUES (\(dog), 4), (\(dog), NULL), (\(cat), NULL)",
            to: "Pet\n age Int?\nDog: Pet\nCat: Pet",
            defaults: [age: .constant(.integer(1))]
        )
        #expect(try store.rows("SELECT age FROM Pet ORDER BY pk") == ["4", "nil", "1"])
    }

    @Test func anEntityThatMovesBelowAnotherNeedsItsValues() throws {
        let old = "Pet\nDog: Pet\n age Int\nCat: Pet"
        let new = "Pet\nDog: Pet\n age Int\nCat: Dog"
        let error = try refusal(old, pets, to: new)
        #expect(error.kind == .missingValue && error.property == "age")
        let age = PropertyReference(entity: "Dog", property: "age")
        let store = try migrated(old, pets, to: new, defaults: [age: .constant(.integer(1))])
        #expect(try store.rows("SELECT age FROM Pet ORDER BY pk") == ["4", "1"])
    }

    // MARK: A target that must be there

    @Test func aListThatBecomesARequiredTargetMustHaveHadOne() throws {
        let (old, new) = ("A\n bs ->> B\nB", "A\n b -> B was bs\nB")
        let rows = "INSERT INTO A DEFAULT VALUES; INSERT INTO B DEFAULT VALUES;"
        let error = try refusal(old, rows, to: new)
        #expect(error.kind == .missingValue && error.entity == "A" && error.property == "b")
        let store = try migrated(old, rows + "INSERT INTO A_bs VALUES (1, 1, 0)", to: new)
        #expect(try store.rows("SELECT b FROM A") == ["1"])
    }

    /// Of two subentities one had it optional.
    @Test func aTargetOfTwoSubentitiesMustBeThereInBoth() throws {
        let old = "Owner\nPet\nCat: Pet\n owner -> Owner\nDog: Pet\n owner -> Owner?"
        let new = "Owner\nPet\nTame: Pet\n owner -> Owner\nCat: Tame\nDog: Tame"
        let store = try TemporaryStore()
        try store.create(describe(old), "INSERT INTO Pet (entity) VALUES (\(dog))")
        let error = try #require(
            #expect(throws: MigrationError.self) { try store.migrate(from: describe(old), to: describe(new)) }
        )
        #expect(error.kind == .missingValue && error.property == "owner")
    }

    @Test func aRequiredTargetMayNotGoWithItsEntity() throws {
        let (old, new) = ("Home\n pet -> Pet\nPet\nDog: Pet\nCat: Pet", "Home\n pet -> Pet\nPet\nDog: Pet")
        func rows(_ entity: UInt32) -> String {
            "INSERT INTO Pet (entity) VALUES (\(dog)), (\(cat)); INSERT INTO Home (pet) SELECT pk FROM Pet WHERE entity = \(entity)"
        }
        let store = try TemporaryStore()
        try store.create(describe(old), rows(cat))
        #expect(throws: MigrationError.self) { try store.migrate(from: describe(old), to: describe(new)) }
        #expect(try store.rows("SELECT count(*) FROM Home WHERE pet IS NOT NULL") == ["1"])
    }

    @Test func anEndWithoutAColumnMustHaveATargetToo() throws {
        let old = "A\n b -> B? <-> a\nB\n a -> A? <-> b"
        let rows = "INSERT INTO A DEFAULT VALUES; INSERT INTO B DEFAULT VALUES; INSERT INTO B DEFAULT VALUES;"
        for (new, entity) in [
            ("A\n b -> B <-> a\nB\n a -> A? <-> b", "A"), ("A\n b -> B? <-> a\nB\n a -> A <-> b", "B"),
        ] {
            let error = try refusal(old, rows, to: new)
            #expect(error.kind == .missingValue && error.entity == entity)
        }
    }
}
