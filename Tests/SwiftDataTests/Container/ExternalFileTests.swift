import Foundation
import Testing

@testable import SwiftData

/// The files of large values themselves: kept, missing, left over, and who may read them.
@Suite struct ExternalFileTests {
    private let large = Data(repeating: 7, count: 300_000)
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var files: ExternalFiles { ExternalFiles(storeURL: folder.file()) }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: files.folder.path).sorted()
    }

    private func container(_ schema: Schema) throws -> ModelContainer {
        try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: folder.file()))
    }

    private func age(_ name: String, hours: Double) throws {
        let date = Date(timeIntervalSinceNow: -3_600 * hours)
        let path = files.folder.appendingPathComponent(name).path
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    @Test func valuesStayWhenTheOptionGoesAndComes() throws {
        let (inside, outside) = (Schema([PlainAlbum.Picture.self]), Schema([ExternalAlbum.Picture.self]))
        do {
            let context = ModelContext(try container(outside))
            context.insert(ExternalAlbum.Picture(pixels: large, small: large))
            try context.save()
        }
        #expect(try names().count == 2)
        do {
            let context = ModelContext(try container(inside))
            let picture = try #require(try context.fetch(FetchDescriptor<PlainAlbum.Picture>()).first)
            #expect(picture.pixels == large && picture.small == large)
            #expect(
                try context.fetchCount(FetchDescriptor<PlainAlbum.Picture>(predicate: #Predicate { $0.small == nil }))
                    == 0
            )
            picture.pixels = large + large
            try context.save()
            #expect(try names().count == 1, "the file of the old value goes with it")
        }
        let context = ModelContext(try container(outside))
        let picture = try #require(try context.fetch(FetchDescriptor<ExternalAlbum.Picture>()).first)
        #expect(picture.pixels == large + large && picture.small == large)
        context.delete(picture)
        try context.save()
        #expect(try names() == [])
    }

    @Test(arguments: [false, true]) func aFileThatIsGoneIsSaid(isFolder: Bool) throws {
        let schema = Schema([ExternalAlbum.Picture.self])
        do {
            let context = ModelContext(try container(schema))
            context.insert(ExternalAlbum.Picture(pixels: large, small: nil))
            try context.save()
        }
        let file = files.folder.appendingPathComponent(try #require(try names().first))
        try FileManager.default.removeItem(at: file)
        if isFolder { try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false) }
        let context = ModelContext(try container(schema))
        let picture = try #require(try context.fetch(FetchDescriptor<ExternalAlbum.Picture>()).first)
        #expect(picture.pixels == Data(), "a read never ends the app")
        let error = #expect(throws: StoreError.self) { try context.fetch(FetchDescriptor<ExternalAlbum.Picture>()) }
        switch error {
        case .damaged(folder.file(), let reason): #expect(!isFolder && reason.hasSuffix(file.path))
        case .inputOutput(let reason): #expect(isFolder && reason.hasPrefix(file.path))
        default: Issue.record("\(String(describing: error))")
        }
        picture.small = Data([1])
        try context.save()
        #expect(try context.fetch(FetchDescriptor<ExternalAlbum.Picture>()).first?.small == Data([1]))
    }

    @Test func whatACrashLeftIsRemovedWhenTheStoreIsOpenedAgain() throws {
        let schema = Schema([ExternalAlbum.Picture.self])
        let first = try container(schema)
        let context = ModelContext(first)
        context.insert(ExternalAlbum.Picture(pixels: large, small: nil))
        try context.save()
        let kept = try #require(try names().first)
        let (young, old) = (UUID().uuidString, UUID().uuidString)
        for name in [young, old] { try large.write(to: files.folder.appendingPathComponent(name)) }
        try age(old, hours: 2)
        try age(kept, hours: 2)
        // The first container has not closed the store.
        let second = try container(schema)
        #expect(try names() == [kept, young].sorted())
        withExtendedLifetime((first, second)) {}
    }

    /// Whatever a clock says of a file's age: its row may be about to be committed.
    @Test func nothingIsRemovedWhileSomebodyWrites() throws {
        let schema = Schema([ExternalAlbum.Picture.self])
        let first = try container(schema)
        let context = ModelContext(first)
        context.insert(ExternalAlbum.Picture(pixels: large, small: nil))
        try context.save()
        let kept = try #require(try names().first)
        let written = UUID().uuidString
        let writer = try RawDatabase(folder.file().path)
        try writer.execute("BEGIN IMMEDIATE")
        try large.write(to: files.folder.appendingPathComponent(written))
        try age(written, hours: 2)
        let second = try container(schema)
        #expect(try names() == [kept, written].sorted())
        try writer.execute("ROLLBACK")
        let third = try container(schema)
        #expect(try names() == [kept])
        withExtendedLifetime((first, second, third)) {}
    }

    @Test func filesStayAsLongAsTheCopyFromBeforeAMigrationNamesThem() throws {
        do {
            let context = ModelContext(try container(Schema(versionedSchema: RulesV1.self)))
            let parent = RulesV1.Parent()
            parent.photo = large
            context.insert(parent)
            try context.save()
        }
        let old = try #require(try names().first)
        func open() throws -> ModelContext {
            let schema = Schema(versionedSchema: RulesV3.self)
            let configuration = ModelConfiguration(schema: schema, url: folder.file())
            return ModelContext(
                try ModelContainer(for: schema, migrationPlan: RulesPlan.self, configurations: configuration)
            )
        }
        do {
            let context = try open()
            try #require(try context.fetch(FetchDescriptor<RulesV3.Parent>()).first).photo = large + large
            try context.save()
        }
        #expect(try names().count == 2)
        try age(old, hours: 2)
        _ = try open()
        #expect(try names().count == 1 && !names().contains(old))
    }

    @Test func whoMayNotReadTheStoreMayNotReadItsFiles() throws {
        let context = ModelContext(try container(Schema([ExternalAlbum.Picture.self])))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.file().path)
        context.insert(ExternalAlbum.Picture(pixels: large, small: nil))
        try context.save()
        func mode(_ url: URL) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
        }
        #expect(try mode(files.folder) == 0o700)
        #expect(try mode(files.folder.appendingPathComponent(try #require(try names().first))) == 0o600)
    }
}

private enum ExternalAlbum {
    @Model final class Picture {
        @Attribute(.externalStorage) var pixels: Data
        @Attribute(.externalStorage) var small: Data?

        init(pixels: Data, small: Data?) {
            self.pixels = pixels
            self.small = small
        }
    }
}

private enum PlainAlbum {
    @Model final class Picture {
        var pixels: Data
        var small: Data?

        init(pixels: Data, small: Data?) {
            self.pixels = pixels
            self.small = small
        }
    }
}
