import Foundation

// Additions of this package: Apple's framework finds the keys in the user's keychain.

extension CKContainer {
    /// Whether ``CKRecord/encryptedValues`` can be read and saved.
    public var isEncryptionUnlocked: Bool { link.encryption.isUnlocked }

    /// Whether there is a key on this device.
    ///
    /// - Throws: ``CloudKitEncryptionError`` if its file cannot be read.
    public func hasEncryptionKey() throws -> Bool {
        try link.encryption.wrapped() != nil
    }

    /// Makes the key that this container's encrypted values are sealed with, and unlocks it.
    ///
    /// Only the user's first device makes one; others import it. Takes about a tenth of a second.
    ///
    /// - Parameter passphrase: At least eight characters. Whoever forgets it has lost the encrypted values.
    /// - Throws: ``CloudKitEncryptionError``.
    public func createEncryptionKey(passphrase: String) throws {
        try link.encryption.create(passphrase: passphrase)
    }

    /// Unlocks this device's key for as long as the process runs.
    ///
    /// Takes about a tenth of a second.
    ///
    /// Records that were fetched before still have their encrypted values sealed: fetch them again.
    ///
    /// - Throws: ``CloudKitEncryptionError``.
    public func unlockEncryption(passphrase: String) throws {
        try link.encryption.unlock(passphrase: passphrase)
    }

    /// Forgets the unlocked key.
    public func lockEncryption() {
        link.encryption.lock()
    }

    /// This device's key in its wrapped form, to be carried to another device by the user: it is never sent.
    ///
    /// - Throws: ``CloudKitEncryptionError``.
    public func exportedEncryptionKey() throws -> Data {
        guard let data = try link.encryption.wrapped() else { throw CloudKitEncryptionError.noKey }
        return data
    }

    /// Takes over the key that another device exported, and unlocks it.
    ///
    /// - Throws: ``CloudKitEncryptionError``.
    public func importEncryptionKey(_ data: Data, passphrase: String) throws {
        try link.encryption.take(data, passphrase: passphrase)
    }
}
