import Foundation
import Synchronization
import Testing

@testable import CloudKit

/// Values that only the user's devices can read.
struct EncryptionTests {
    /// Over the embedded store, in whose file one can look for what must not be there.
    @Test(arguments: [Way.inProcess, .http])
    func theServiceStoresBytesThatItCannotRead(_ way: Way) async throws {
        try await way.run { world in
            let phone = try await world.container(device: "phone")
            try await phone.privateCloudDatabase.save(CKRecordZone(zoneID: World.notes))
            try phone.createEncryptionKey(passphrase: "correct horse")
            let record = World.note("N-1", "plain and readable")
            record.encryptedValues["diary"] = "nobody else may read this"
            record.encryptedValues["mood"] = 7
            let saved = try await phone.privateCloudDatabase.save(record)
            #expect(saved.encryptedValues["diary"] as? String == "nobody else may read this")
            #expect(saved["diary"] == nil)
            #expect(saved.allKeys() == ["title"])
            #expect(saved.encryptedValues.allKeys() == ["diary", "mood"])

            let stored = try world.storedBytes()
            #expect(stored.range(of: Data("plain and readable".utf8)) != nil)
            #expect(stored.range(of: Data("nobody else may read this".utf8)) == nil)
            #expect(stored.range(of: Data("correct horse".utf8)) == nil)
            let wrapped = try phone.exportedEncryptionKey()
            #expect(stored.range(of: wrapped) == nil)

            let laptop = try await world.container(device: "laptop")
            let sealed = try await laptop.privateCloudDatabase.record(for: record.recordID)
            #expect(sealed.encryptedValues["diary"] == nil)
            #expect(sealed.encryptedValues.allKeys() == ["diary", "mood"])
            // A device without the key changes the rest and harms nothing.
            sealed["title"] = "changed"
            try await laptop.privateCloudDatabase.save(sealed)

            try laptop.importEncryptionKey(wrapped, passphrase: "correct horse")
            let opened = try await laptop.privateCloudDatabase.record(for: record.recordID)
            #expect(opened.encryptedValues["diary"] as? String == "nobody else may read this")
            #expect(opened.encryptedValues["mood"] as? Int == 7)
            #expect(opened["title"] as? String == "changed")
        }
    }

    @Test func noKeyLeavesTheDevice() async throws {
        try await Way.inProcess.run { world in
            let drawn = Mutex<[[UInt8]]>([])
            let wire = FlakyTransport(world.transport)
            var configuration = world.configuration(transport: wire)
            configuration.surroundings = CloudKitSurroundings(
                now: configuration.surroundings.now,
                randomBytes: { count in
                    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255) }
                    drawn.withLock { $0.append(bytes) }
                    return bytes
                },
                wait: configuration.surroundings.wait
            )
            let phone = CKContainer(identifier: World.identifier, configuration: configuration)
            try await phone.signIn(webAuthToken: try await world.webToken("anna"))
            try await phone.privateCloudDatabase.save(CKRecordZone(zoneID: World.notes))
            drawn.withLock { $0 = [] }
            try phone.createEncryptionKey(passphrase: "correct horse")
            let key = try #require(drawn.withLock { $0.first { $0.count == 32 } })
            let record = World.note("N-1", "plain and readable")
            record.encryptedValues["diary"] = "nobody else may read this"
            let saved = try await phone.privateCloudDatabase.save(record)
            _ = try await phone.privateCloudDatabase.record(for: saved.recordID)

            let wrapped = try phone.exportedEncryptionKey()
            let inside = try #require(try JSONSerialization.jsonObject(with: wrapped) as? [String: Any])
            let secrets =
                [Data(key), wrapped, Data("correct horse".utf8), Data("nobody else may read this".utf8)]
                + ["key", "salt"].compactMap { (inside[$0] as? String).flatMap { Data(base64Encoded: $0) } }
            #expect(secrets.count == 6)
            let sent = try Self.everything(in: wire)
            // So that what is looked for would be found.
            #expect(sent.range(of: Data("plain and readable".utf8)) != nil)
            for secret in secrets {
                #expect(sent.range(of: secret) == nil)
                #expect(sent.range(of: Data(secret.base64EncodedString().utf8)) == nil)
            }
        }
    }

    /// Addresses, headers and bodies of all requests.
    private static func everything(in wire: FlakyTransport) throws -> Data {
        try wire.requests.reduce(into: Data()) { all, request in
            all += Data(request.address.utf8)
            for (name, value) in request.headers { all += Data("\n\(name): \(value)".utf8) }
            all += Data(try ServiceTransport.bytes(of: request.body))
        }
    }

    @Test func theKeyNeedsItsPassphrase() async throws {
        try await Way.inProcess.run { world in
            let container = try await world.container()
            #expect(throws: CloudKitEncryptionError.noKey) { try container.unlockEncryption(passphrase: "12345678") }
            #expect(throws: CloudKitEncryptionError.passphraseTooShort) {
                try container.createEncryptionKey(passphrase: "1234567")
            }
            try container.createEncryptionKey(passphrase: "12345678")
            #expect(throws: CloudKitEncryptionError.keyExists) {
                try container.createEncryptionKey(passphrase: "12345678")
            }
            let later = CKContainer(identifier: World.identifier, configuration: world.configuration())
            #expect(try later.hasEncryptionKey())
            #expect(!later.isEncryptionUnlocked)
            #expect(throws: CloudKitEncryptionError.wrongPassphrase) {
                try later.unlockEncryption(passphrase: "87654321")
            }
            try later.unlockEncryption(passphrase: "12345678")
            #expect(later.isEncryptionUnlocked)
            let file = try #require(world.configuration().folder)
                .appendingPathComponent("keys/\(World.identifier).json")
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }

    @Test func nothingIsSavedInTheClearWhileTheKeyIsLocked() async throws {
        try await Way.inProcess.run { world in
            let transport = FlakyTransport(world.transport)
            let database = try await world.container(transport: transport).privateCloudDatabase
            let record = World.note("N-1")
            record.encryptedValues["diary"] = "secret"
            transport.forget()
            let error = try #require(await #expect(throws: CKError.self) { try await database.save(record) })
            #expect(error.code == .accountTemporarilyUnavailable)
            #expect(transport.requests.isEmpty)
        }
    }

    @Test func aValueOpensInItsOwnFieldOnly() throws {
        let configuration = CloudKitConfiguration(endpoint: nil)
        let keys = EncryptionKeys(identifier: World.identifier, configuration: configuration)
        try keys.create(passphrase: "correct horse")
        let id = CKRecord.ID(recordName: "A", zoneID: World.notes)
        let sealed = try keys.seal(.string("secret"), of: id, field: "diary")
        #expect(keys.open(sealed, of: id, field: "diary") == .string("secret"))
        #expect(keys.open(sealed, of: id, field: "title") == nil)
        #expect(keys.open(sealed, of: CKRecord.ID(recordName: "B", zoneID: World.notes), field: "diary") == nil)
        #expect(try keys.seal(.string("secret"), of: id, field: "diary") != sealed)
        var changed = sealed
        changed[changed.count / 2] ^= 1
        #expect(keys.open(changed, of: id, field: "diary") == nil)
    }
}

extension World {
    /// All bytes of the service's store.
    func storedBytes() throws -> Data {
        var bytes = Data()
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where name.hasPrefix("s.sqlite") {
            bytes += try Data(contentsOf: folder.appendingPathComponent(name))
        }
        return bytes
    }
}
