import Foundation
import Testing

@testable import CloudKit

/// Files of records.
struct AssetTests {
    @Test(arguments: Way.allCases)
    func aFileGoesUpAndComesDown(_ way: Way) async throws {
        try await way.run { world in
            let photo = world.folder.appendingPathComponent("photo.jpg")
            let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            try bytes.write(to: photo)
            let phone = try await world.notes(device: "phone")
            let record = World.note("N-1")
            record["photo"] = CKAsset(fileURL: photo)
            record["pages"] = [CKAsset(fileURL: photo), CKAsset(fileURL: photo)]
            let saved = try await phone.save(record)
            #expect((saved["photo"] as? CKAsset)?.fileURL == photo)

            let laptop = try await world.notes(device: "laptop")
            let fetched = try await laptop.record(for: record.recordID)
            let file = try #require((fetched["photo"] as? CKAsset)?.fileURL)
            #expect(file != photo)
            #expect(try Data(contentsOf: file) == bytes)
            #expect((fetched["pages"] as? [CKAsset])?.count == 2)

            // What was read and not changed goes back without its file.
            fetched["title"] = "Cream"
            let again = try await laptop.modifyRecords(saving: [fetched], deleting: [], savePolicy: .allKeys)
            let whole = try #require(try again.saveResults[fetched.recordID]?.get())
            #expect(try Data(contentsOf: try #require((whole["photo"] as? CKAsset)?.fileURL)) == bytes)
        }
    }

    @Test func aFileThatIsHereIsNotFetchedAgain() async throws {
        try await Way.inProcess.run { world in
            let photo = world.folder.appendingPathComponent("photo.jpg")
            try Data("picture".utf8).write(to: photo)
            let record = World.note("N-1")
            record["photo"] = CKAsset(fileURL: photo)
            try await world.notes().save(record)
            let transport = FlakyTransport(world.transport)
            let laptop = try await world.container(device: "laptop", transport: transport).privateCloudDatabase
            transport.forget()
            for _ in 0..<3 { _ = try await laptop.record(for: record.recordID) }
            #expect(transport.requests.count { $0.destination != nil } == 1)
        }
    }

    @Test func aMissingFileFailsItsRecordAlone() async throws {
        try await Way.inProcess.run { world in
            let database = try await world.notes()
            let record = World.note("N-1")
            record["photo"] = CKAsset(fileURL: world.folder.appendingPathComponent("nowhere.jpg"))
            let saves = try await database.modifyRecords(
                saving: [record, World.note("N-2")],
                deleting: [],
                atomically: false
            ).saveResults
            #expect(saves.code(of: "N-1") == .assetFileNotFound)
            #expect(saves.code(of: "N-2") == nil)
            let together = try await database.modifyRecords(saving: [record, World.note("N-3")], deleting: [])
                .saveResults
            #expect(together.code(of: "N-1") == .assetFileNotFound)
            #expect(together.code(of: "N-3") == .batchRequestFailed)
        }
    }

    @Test func aFileThatCannotBeHadLeavesItsRecord() async throws {
        try await Way.inProcess.run { world in
            let photo = world.folder.appendingPathComponent("photo.jpg")
            try Data("picture".utf8).write(to: photo)
            let record = World.note("N-1")
            record["photo"] = CKAsset(fileURL: photo)
            try await world.notes().save(record)
            let transport = FlakyTransport(world.transport) { request, _ in
                request.destination == nil ? .pass : .unreachable
            }
            let laptop = try await world.container(device: "laptop", transport: transport).privateCloudDatabase
            let fetched = try await laptop.record(for: record.recordID)
            #expect(fetched["title"] as? String == "Milk")
            let asset = try #require(fetched["photo"] as? CKAsset)
            #expect(asset.fileURL == nil)
        }
    }

    @Test func theOldestFilesGoWhenThereAreTooMany() async throws {
        try await Way.inProcess.run { world in
            let database = try await world.notes()
            let ids = try await (0..<4).asyncMap { number in
                let file = world.folder.appendingPathComponent("photo-\(number)")
                try Data(repeating: UInt8(number), count: 1_000).write(to: file)
                let record = World.note("N-\(number)")
                record["photo"] = CKAsset(fileURL: file)
                return try await database.save(record).recordID
            }
            var configuration = world.configuration(device: "laptop")
            configuration.cacheBytes = 2_500
            let laptop = CKContainer(identifier: World.identifier, configuration: configuration)
            try await laptop.signIn(webAuthToken: try await world.webToken("anna"))
            for id in ids {
                let record = try await laptop.privateCloudDatabase.record(for: id)
                let file = try #require((record["photo"] as? CKAsset)?.fileURL)
                #expect(FileManager.default.fileExists(atPath: file.path))
            }
            let folder = configuration.cacheFolder.appendingPathComponent(World.identifier)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        }
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ body: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
