import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

@Suite("Damaged stores")
struct DamagedStoreTests {
    @Test("A file that is no store is moved aside under a dated name, and a new store works")
    func movedAside() throws {
        let box = try TestBox()
        let rubbish = String(repeating: "not a store ", count: 1_000)
        _ = try box.write(rubbish, to: "data/IdeaBox.sqlite")
        _ = try box.write("wal", to: "data/IdeaBox.sqlite-wal")
        let store = try box.open()
        let name = "IdeaBox-damaged-2026-11-21T03-09-00.sqlite"
        #expect(store.notices == [.movedAside(box.folders.data.appending(path: name))])
        #expect(store.wasReplaced)
        #expect(try String(contentsOfFile: box.folders.data.path + "/" + name, encoding: .utf8) == rubbish)
        #expect(try store.repository.create(title: "a").version == 0)
        #expect(try box.open().notices.isEmpty)
    }

    @Test("What was acknowledged survives a power cut, and changed bytes are noticed")
    func settings() throws {
        let box = try TestBox()
        _ = try box.open()
        let container = try StoreConfiguration.container(at: box.folders.storeFile)
        let configuration = try #require(container.configurations.first)
        #expect(configuration.durability == .full)
        #expect(configuration.pageChecksums)
    }

    @Test("A second damaged store of the same second gets a name of its own")
    func names() throws {
        let box = try TestBox()
        for number in 1...2 {
            let file = try box.write("\(number)", to: "data/IdeaBox.sqlite")
            _ = try box.write("w\(number)", to: "data/IdeaBox.sqlite-wal")
            let moved = try StoreRescue.moveAside(file, at: sampleMoment)
            #expect(try String(contentsOf: moved, encoding: .utf8) == "\(number)")
            #expect(try String(contentsOfFile: moved.path + "-wal", encoding: .utf8) == "w\(number)")
        }
        #expect(
            try box.names(in: "data") == [
                "IdeaBox-damaged-2026-11-21T03-09-00-2.sqlite", "IdeaBox-damaged-2026-11-21T03-09-00-2.sqlite-wal",
                "IdeaBox-damaged-2026-11-21T03-09-00.sqlite", "IdeaBox-damaged-2026-11-21T03-09-00.sqlite-wal",
            ]
        )
    }

    @Test("What another store holds is saved, newer versions stay, and nothing is counted twice")
    func salvage() throws {
        let old = try TestBox()
        let ids = try old.add("a", "b", "c", to: old.repository())
        _ = try old.repository().delete([ids[2]])
        let box = try TestBox()
        box.clock.advance(seconds: 3_600)
        let repository = try box.repository()
        _ = try repository.imported(try old.repository().exported(.json))
        _ = try repository.edit(ids[0], title: "a, changed since")
        try repository.change { repository.context.delete(try repository.idea(ids[1])) }
        let salvage = StoreSalvage(repository: repository, folder: box.folders.data)
        let report = try salvage.run(old.folders.storeFile) { Issue.record("\($0)") }
        #expect(report.ideas == ImportReport(added: 1, unchanged: 2))
        #expect(report.lost == 0)
        #expect(try repository.snapshot(ids[0]).title == "a, changed since")
        #expect(try repository.snapshot(ids[1]).title == "b")
        #expect(try repository.snapshot(ids[2]).deletedAt != nil)
        #expect(try box.names(in: "data").filter { $0.hasPrefix("salvage") }.isEmpty)
    }

    @Test("The history comes along, and so does what the cloud knows; a state without its idea deletes nothing")
    func remains() throws {
        let old = try TestBox()
        let source = try old.repository()
        let ids = try old.add("a", "b", "c", to: source)
        for id in ids { _ = try source.setCompleted(true, of: [id]) }
        let context = source.context
        try source.change {
            for state in try context.fetch(FetchDescriptor<SyncState>()) {
                state.markSynced(remoteVersion: 1, recordName: state.ideaId.text)
                state.recordChangeTag = "tag of \(state.ideaId.text)"
            }
        }
        try source.change {
            let gone = try source.idea(ids[2])
            gone.syncState = nil
            context.delete(gone)
        }
        let events = try source.events()
        let box = try TestBox()
        let repository = try box.repository()
        let salvage = StoreSalvage(repository: repository, folder: box.folders.data)
        let report = try salvage.run(old.folders.storeFile) { Issue.record("\($0)") }
        #expect(report.ideas.added == 2 && report.historyLines == events.count, "\(report)")
        #expect(Set(try repository.events()).isSuperset(of: events))
        let states = try repository.context.fetch(FetchDescriptor<SyncState>())
        #expect(Set(states.map(\.ideaId)) == Set(ids.prefix(2)))
        #expect(states.allSatisfy { $0.isPendingSync && $0.cloudKitRecordName == $0.ideaId.text })
        #expect(states.allSatisfy { $0.recordChangeTag == "tag of \($0.ideaId.text)" && $0.remoteVersion == 1 })
        // Once more: nothing is there twice.
        let again = try salvage.run(old.folders.storeFile) { Issue.record("\($0)") }
        #expect(again.ideas.unchanged == 2 && again.historyLines == 0, "\(again)")
    }

    @Test("A store of a newer version is left as it is")
    func newerVersion() throws {
        let box = try TestBox()
        try FileManager.default.createDirectory(at: box.folders.data, withIntermediateDirectories: true)
        try fillNewerStore(at: box.folders.storeFile)
        let before = try Data(contentsOf: box.folders.storeFile)
        var thrown: (any Error)?
        do {
            _ = try box.open()
        } catch {
            thrown = error
        }
        let error = try #require(thrown)
        #expect(SwiftDataError.backwardMigration ~= error, "\(error)")
        #expect(Messages(language: .english).text(for: error).contains("2.0.0"), "\(error)")
        #expect(try Data(contentsOf: box.folders.storeFile) == before)
        #expect(try box.names(in: "data").filter { $0.contains("damaged") }.isEmpty)
    }

    private func fillNewerStore(at file: URL) throws {
        let schema = Schema([NewerVersion.Idea.self], version: Schema.Version(2, 0, 0))
        let configuration = ModelConfiguration("IdeaBox", schema: schema, url: file, cloudKitDatabase: .none)
        let context = ModelContext(try ModelContainer(for: schema, configurations: configuration))
        context.insert(NewerVersion.Idea(title: "from the future"))
        try context.save()
    }

    @Test("A move that was cut short is ended by the next start, and nothing of the store stays behind")
    func resumed() throws {
        let names = ["IdeaBox.sqlite-wal", "IdeaBox.sqlite-shm", "IdeaBox.sqlite-journal", "IdeaBox.sqlite"]
        let target = "IdeaBox-damaged-2026-11-21T03-09-00.sqlite"
        // So many of the files had been moved when the process was killed.
        for moved in 0...names.count {
            let box = try TestBox()
            _ = try box.write(target, to: "data/IdeaBox.moving")
            _ = try box.write("large", to: "data/.\(moved == 0 ? "IdeaBox.sqlite" : target)_SUPPORT/value")
            for (index, name) in names.enumerated() {
                let place = index < moved ? name.replacing("IdeaBox.sqlite", with: target) : name
                _ = try box.write("content of \(name)", to: "data/\(place)")
            }
            let store = try box.open()
            let isEnded = moved == names.count
            #expect(store.notices == (isEnded ? [] : [.movedAside(box.folders.data.appending(path: target))]))
            #expect(try store.repository.create(title: "a").version == 0)
            for name in names {
                let file = "\(box.folders.data.path)/\(name.replacing("IdeaBox.sqlite", with: target))"
                #expect(try String(contentsOfFile: file, encoding: .utf8) == "content of \(name)", "\(moved)")
            }
            let all = try box.names(in: "data")
            #expect(all.contains(".\(target)_SUPPORT") && !all.contains(".IdeaBox.sqlite_SUPPORT"), "\(all)")
            #expect(!all.contains("IdeaBox.moving"))
        }
    }

    @Test(
        "A move that had not begun, because its name was not written whole, moves nothing",
        arguments: ["", "IdeaBox-dam"]
    )
    func notBegun(_ plan: String) throws {
        let box = try TestBox()
        _ = try box.repository().create(title: "a")
        _ = try box.write(plan, to: "data/IdeaBox.moving")
        let store = try box.open()
        #expect(store.notices.isEmpty)
        #expect(try store.repository.titles(.all) == ["a"])
        #expect(try !box.names(in: "data").contains("IdeaBox.moving"))
    }

    @Test("Of two commands that meet the same damage the second leaves the new store of the first alone")
    func secondMove() throws {
        let box = try TestBox()
        let first = try box.open()
        let seen = try #require(first.file)
        _ = try first.repository.create(title: "old")
        #expect(try IdeaStore.moveAside(box.folders, seen: seen, in: box.surroundings) != nil)
        let new = try box.open()
        _ = try new.repository.create(title: "new")
        #expect(try IdeaStore.moveAside(box.folders, seen: seen, in: box.surroundings) == nil)
        #expect(try box.repository().titles(.all) == ["new"])
        #expect(try box.names(in: "data").filter { $0.contains("damaged") && $0.hasSuffix(".sqlite") }.count == 1)
    }

    @Test("What a killed recovery leaves behind goes with the next tidying; one that runs is left alone")
    func sweeping() throws {
        let box = try TestBox()
        let repository = try box.repository()
        _ = try box.write("a copy of ideas", to: "data/salvage-1/store-recovery-x/damaged.store")
        let running = SalvageFolder(in: box.folders.data, id: sampleID(2))
        try running.use { folder in
            try DailyTidying(folder: box.folders.data).run(repository)
            let left = try box.names(in: "data").filter { $0.hasPrefix("salvage-") }
            #expect(left == [folder.lastPathComponent])
        }
        #expect(try box.names(in: "data").filter { $0.hasPrefix("salvage-") }.isEmpty)
    }

    @Test("Looking at a store that is not there leaves no files")
    func reading() throws {
        let box = try TestBox()
        let store = try IdeaStore.openForReading(box.folders, in: box.surroundings)
        #expect(try store.repository.counts().all == 0)
        #expect(!FileManager.default.fileExists(atPath: box.folders.data.path))
    }
}

/// The models of a version of the app that does not exist yet.
enum NewerVersion {
    @Model
    final class Idea {
        var title: String
        var mood: String = "bright"

        init(title: String) {
            self.title = title
        }
    }
}
