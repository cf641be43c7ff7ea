import SwiftData
import Testing

/// The file under a store is plain SQLite.
@Suite struct PlainFileTests {
    @Test func anySQLiteToolReadsIt() throws {
        let store = try TestStore(.file, [Plant.self, Bed.self])
        let context = store.makeContext()
        context.insert(Bed(name: "bed", plants: [Plant(1, name: "fern"), Plant(2, name: "moss")]))
        try context.save()
        let file = try RawDatabase(store.configuration.url.path)
        let fern =
            "SELECT count(*) FROM Plant JOIN Bed ON Bed.pk = Plant.bed WHERE Plant.name = 'fern' AND Bed.name = 'bed'"
        #expect(try file.integer(fern) == 1)
        #expect(try file.integers("SELECT code FROM Plant ORDER BY bed_order") == [1, 2])
        #expect(try file.integer("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'") == 1)
        #expect(try file.integer("SELECT count(*) FROM pragma_foreign_key_check") == 0)
    }

    @Test func whatAnotherToolWritesShows() throws {
        let store = try TestStore(.file, [Plant.self, Bed.self])
        let context = store.makeContext()
        let plant = Plant(1, name: "fern")
        context.insert(plant)
        try context.save()
        let file = try RawDatabase(store.configuration.url.path)
        try file.execute("UPDATE Plant SET name = 'moss'")
        #expect(try context.all(Plant.self).map(\.name) == ["moss"])
    }

    @Test func manyNewRowsAreOneTransaction() throws {
        let store = try TestStore(.file, [Plant.self, Bed.self])
        let context = store.makeContext()
        for code in 1...1_000 { context.insert(Plant(code)) }
        let log = try StatementLog(store.container)
        try context.save()
        #expect(log.take("BEGIN").count == 1)
        let inserted = try log.count("INSERT INTO \"Plant\"") {
            for code in 1_001...1_100 { context.insert(Plant(code)) }
            try context.save()
        }
        #expect(inserted == 100)
    }
}
