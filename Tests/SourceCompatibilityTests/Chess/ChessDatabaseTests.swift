import Foundation
import SwiftData
import Testing

struct ChessDatabaseTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try ChessDatabase(folder: folder.url, bookIsWritable: true).seedBook()
    }

    @Test func entitiesAreSplitOverFiles() throws {
        let database = try ChessDatabase(folder: folder.url)
        let context = ModelContext(database.container)
        let game = ChessGame(white: "Vera", black: "Boris", playedOn: .day(1), moves: ["e4", "c5"])
        game.openingCode = "B20"
        context.insert(game)
        context.insert(EngineLine(depth: 20, score: 0.31, moves: ["Nf3"]))
        try context.save()
        #expect(try database.opening(of: game, in: context)?.variations.map(\.name) == ["Najdorf", "Dragon"])
        #expect(try context.fetchCount(FetchDescriptor<EngineLine>()) == 1)

        let reopened = ModelContext(try ChessDatabase(folder: folder.url).container)
        #expect(try reopened.fetch(FetchDescriptor<ChessGame>()).map(\.result) == [.open])
        #expect(try reopened.fetchCount(FetchDescriptor<EngineLine>()) == 0)
        #expect(try reopened.fetchCount(FetchDescriptor<Opening>()) == 2)

        let onlyGames = try ModelContainer(
            for: ChessDatabase.games,
            configurations: ModelConfiguration(schema: ChessDatabase.games, url: folder.file("games.store"))
        )
        #expect(try ModelContext(onlyGames).fetch(FetchDescriptor<ChessGame>()).map(\.white) == ["Vera"])
        let stores = Set(try reopened.fetch(FetchDescriptor<Opening>()).map(\.persistentModelID.storeIdentifier))
        #expect(stores.count == 1)
        #expect(stores.contains(game.persistentModelID.storeIdentifier) == false)
    }

    @Test func readOnlyBookRefusesToSave() throws {
        let context = ModelContext(try ChessDatabase(folder: folder.url).container)
        context.insert(Opening(code: "A00", name: "Grob", line: ["g4"]))
        #expect(throws: (any Error).self) { try context.save() }
        context.rollback()
        let writable = ModelContext(try ChessDatabase(folder: folder.url, bookIsWritable: true).container)
        #expect(try writable.fetchCount(FetchDescriptor<Opening>()) == 2)
    }

    @Test func eraseEmptiesEveryStore() throws {
        let database = try ChessDatabase(folder: folder.url, bookIsWritable: true)
        let context = ModelContext(database.container)
        context.insert(ChessGame(white: "a", black: "b", playedOn: .day(1), result: .draw))
        try context.save()
        try database.container.erase()

        let after = ModelContext(try ChessDatabase(folder: folder.url, bookIsWritable: true).container)
        #expect(try after.fetchCount(FetchDescriptor<ChessGame>()) == 0)
        #expect(try after.fetchCount(FetchDescriptor<Opening>()) == 0)
    }

    @Test func formsOfModelConfiguration() throws {
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        #expect(memory.isStoredInMemoryOnly)
        #expect(memory.url.path == "/dev/null")
        #expect(memory.allowsSave)

        #expect(ModelConfiguration().url.lastPathComponent == "default.store")
        #expect(ModelConfiguration().isStoredInMemoryOnly == false)
        let typed = ModelConfiguration(for: ChessGame.self, Opening.self, isStoredInMemoryOnly: true)
        #expect(typed.schema?.entitiesByName["ChessGame"] != nil)

        let named = ModelConfiguration("Archive", allowsSave: false, groupContainer: .none, cloudKitDatabase: .none)
        #expect(named.name == "Archive")
        #expect(named.url.lastPathComponent == "Archive.store")
        #expect(named.allowsSave == false)
        #expect(named.cloudKitContainerIdentifier == nil)

        let file = folder.file("x.sqlite")
        let cloud = ModelConfiguration(
            "Cloud",
            schema: ChessDatabase.games,
            url: file,
            cloudKitDatabase: .private("iCloud.example.chess")
        )
        #expect(cloud.url == file)
        #expect(cloud.id == file)
        #expect(cloud.cloudKitContainerIdentifier == "iCloud.example.chess")
        #expect(cloud.schema == ChessDatabase.games)
        #expect(cloud == cloud)
        #expect(cloud != named)
        #expect(Set([cloud, named, cloud]).count == 2)
        #expect(cloud.debugDescription.isEmpty == false)

        let automatic = ModelConfiguration(
            nil,
            schema: nil,
            isStoredInMemoryOnly: true,
            allowsSave: true,
            groupContainer: .automatic,
            cloudKitDatabase: .automatic
        )
        #expect(automatic.groupAppContainerIdentifier == nil)
        #expect(throws: Never.self) { try automatic.validate() }
    }

    @Test func containerForms() throws {
        let schema = ChessDatabase.games
        let memory = ModelConfiguration(isStoredInMemoryOnly: true)
        let containers = [
            try ModelContainer(for: ChessGame.self, configurations: memory),
            try ModelContainer(for: schema, configurations: memory),
            try ModelContainer(for: schema, configurations: [memory]),
            try ModelContainer(for: schema, migrationPlan: nil, configurations: [memory]),
        ]
        for container in containers {
            #expect(container.schema.entities.map(\.name) == ["ChessGame"])
            #expect(container.configurations.count == 1)
            #expect(container.migrationPlan == nil)
            let context = ModelContext(container)
            context.insert(ChessGame(white: "a", black: "b", playedOn: .day(1)))
            try context.save()
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<ChessGame>()) == 1)
            #expect(context.container == container)
        }
        #expect(containers[0] != containers[1])
    }
}
