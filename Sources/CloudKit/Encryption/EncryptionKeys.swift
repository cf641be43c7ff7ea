import CloudKitWebServices
import Crypto
import CryptoExtras
import Foundation
import Synchronization

/// Why encrypted values cannot be had.
///
/// Its words never hold a key or a passphrase.
public enum CloudKitEncryptionError: Error, Hashable, Sendable {
    /// There is no key on this device: create or import one.
    case noKey
    /// There is a key on this device already.
    case keyExists
    /// The passphrase is not that of the key.
    case wrongPassphrase
    /// The passphrase is shorter than eight characters.
    case passphraseTooShort
    /// The key's file or the imported key is no such thing.
    case damaged
    /// The key's file cannot be read or written.
    case fileFailed(String)
}

/// The key with which a container's encrypted values are sealed, and its form on disk.
///
/// The key is random. On disk it is wrapped by one that scrypt derives from a passphrase; neither of them, nor the
/// wrapped form, is ever sent.
final class EncryptionKeys: Sendable {
    /// The wrapped key, as it lies on disk and travels to another device.
    private struct Wrapped: Codable {
        var version = 1
        var salt: Data
        var rounds: Int
        var blockSize: Int
        var parallelism: Int
        var key: Data
    }

    /// 32 MiB and about a tenth of a second: what an attacker pays for each guess.
    private static let costs = (rounds: 1 << 15, blockSize: 8, parallelism: 1)
    /// The costs that a wrapped key may ask for: more would be an attack on this device.
    private static let allowedRounds = 1 << 14...1 << 20

    private let identifier: String
    private let surroundings: CloudKitSurroundings
    private let file: SecretFile?
    private let key = Mutex<SymmetricKey?>(nil)
    private let wrappedInMemory = Mutex<Data?>(nil)

    init(identifier: String, configuration: CloudKitConfiguration) {
        self.identifier = identifier
        surroundings = configuration.surroundings
        file = configuration.folder.map {
            SecretFile(url: $0.appendingPathComponent("keys").appendingPathComponent(identifier + ".json"))
        }
    }

    var isUnlocked: Bool { key.withLock { $0 != nil } }

    func lock() { key.withLock { $0 = nil } }

    /// The wrapped key; nil if there is none.
    func wrapped() throws(CloudKitEncryptionError) -> Data? {
        guard let file else { return wrappedInMemory.withLock { $0 } }
        do throws(CloudKitSettingsError) {
            return try file.read()
        } catch {
            throw .fileFailed(error.description)
        }
    }

    func create(passphrase: String) throws(CloudKitEncryptionError) {
        guard try wrapped() == nil else { throw .keyExists }
        guard passphrase.count >= 8 else { throw .passphraseTooShort }
        let new = SymmetricKey(data: surroundings.randomBytes(32))
        let costs = Self.costs
        var box = Wrapped(
            salt: Data(surroundings.randomBytes(16)),
            rounds: costs.rounds,
            blockSize: costs.blockSize,
            parallelism: costs.parallelism,
            key: Data()
        )
        let wrapping = try wrappingKey(passphrase, box)
        guard let sealed = seal(new.withUnsafeBytes { Array($0) }, with: wrapping, place: "key\n\(identifier)") else {
            throw .damaged
        }
        box.key = Data(sealed)
        guard let data = try? JSONEncoder().encode(box) else { throw .damaged }
        try write(data)
        key.withLock { $0 = new }
    }

    func unlock(passphrase: String) throws(CloudKitEncryptionError) {
        guard let data = try wrapped() else { throw .noKey }
        let opened = try open(data, passphrase)
        key.withLock { $0 = opened }
    }

    func take(_ data: Data, passphrase: String) throws(CloudKitEncryptionError) {
        guard try wrapped() == nil else { throw .keyExists }
        let opened = try open(data, passphrase)
        try write(data)
        key.withLock { $0 = opened }
    }

    private func open(_ data: Data, _ passphrase: String) throws(CloudKitEncryptionError) -> SymmetricKey {
        guard let box = try? JSONDecoder().decode(Wrapped.self, from: data), box.version == 1,
            Self.allowedRounds.contains(box.rounds), box.blockSize == 8, box.parallelism == 1
        else { throw .damaged }
        let wrapping = try wrappingKey(passphrase, box)
        guard let bytes = open(Array(box.key), with: wrapping, place: "key\n\(identifier)") else {
            throw .wrongPassphrase
        }
        return SymmetricKey(data: bytes)
    }

    private func wrappingKey(_ passphrase: String, _ box: Wrapped) throws(CloudKitEncryptionError) -> SymmetricKey {
        let key = try? KDF.Scrypt.deriveKey(
            from: Array(passphrase.utf8),
            salt: Array(box.salt),
            outputByteCount: 32,
            rounds: box.rounds,
            blockSize: box.blockSize,
            parallelism: box.parallelism
        )
        guard let key else { throw .damaged }
        return key
    }

    private func write(_ data: Data) throws(CloudKitEncryptionError) {
        guard let file else { return wrappedInMemory.withLock { $0 = data } }
        do throws(CloudKitSettingsError) {
            try file.write(data, name: surroundings.newIdentifier())
        } catch {
            throw .fileFailed(error.description)
        }
    }

    // MARK: Values

    /// Seals a value for one field of one record: it opens nowhere else.
    ///
    /// - Throws: ``CKError`` `accountTemporarilyUnavailable` while the key is locked.
    func seal(_ value: FieldValue, of record: CKRecord.ID, field: String) throws(CKError) -> [UInt8] {
        guard let key = key.withLock({ $0 }) else {
            let reason = "encrypted values need the container's key: call CKContainer.unlockEncryption"
            throw CKError(.accountTemporarilyUnavailable, reason: reason)
        }
        switch value {
        case .reference, .asset:
            throw CKError(.invalidArguments, reason: "references and assets cannot be encrypted values")
        default: break
        }
        let plain = WireField(try value.wireValue(in: record.zoneID, asset: { _ in nil })).json()
        guard let sealed = seal(plain, with: key, place: place(record, field)) else {
            throw CKError(.internalError, reason: "the value cannot be sealed")
        }
        return sealed
    }

    /// Opens a value; nil while the key is locked, and for what was not sealed with it for this field.
    func open(_ bytes: [UInt8], of record: CKRecord.ID, field: String) -> FieldValue? {
        guard let key = key.withLock({ $0 }), let plain = open(bytes, with: key, place: place(record, field)),
            let field = try? WireField(json: plain)
        else { return nil }
        return FieldValue(field.value, in: record.zoneID, asset: { CKAsset(fileURL: nil, stored: $0) })
    }

    private func place(_ record: CKRecord.ID, _ field: String) -> String {
        "value\n\(identifier)\n\(record.zoneID.zoneName)\n\(record.recordName)\n\(field)"
    }

    private func seal(_ plain: [UInt8], with key: SymmetricKey, place: String) -> [UInt8]? {
        guard let nonce = try? AES.GCM.Nonce(data: surroundings.randomBytes(12)) else { return nil }
        let box = try? AES.GCM.seal(plain, using: key, nonce: nonce, authenticating: Array(place.utf8))
        return box?.combined.map(Array.init)
    }

    private func open(_ sealed: [UInt8], with key: SymmetricKey, place: String) -> [UInt8]? {
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let plain = try? AES.GCM.open(box, using: key, authenticating: Array(place.utf8))
        else { return nil }
        return Array(plain)
    }
}
