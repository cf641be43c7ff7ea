import Foundation

/// The folder holds the files of another store.
public struct ForeignAssets: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder.
    public let path: String

    /// What it is and what to do, for people.
    public var description: String {
        """
        The files in \(path) belong to another store. Choose another folder with --data, or the store that was used with \
        this one: with --postgres or without.
        """
    }
}

/// Whose files lie in the folder: a store writes its name down there before the first file comes.
///
/// Two stores over one folder would each take the other's files for such that no record holds, and sweep them away.
extension AssetFolder {
    /// The file that says which store the folder belongs to.
    static let ownerName = "store"

    /// The same folder, as one of the store with this sealer's secret: all servers over one PostgreSQL share that.
    func belonging(to sealer: Sealer) -> AssetFolder {
        AssetFolder(path: root, owner: sealer.digest("assets", count: 16).hexadecimal)
    }

    /// Takes the folder for the store if it is new, or no account has files in it.
    ///
    /// - Returns: Whether it is the store's; false if there are files and nothing says whose.
    /// - Throws: ``ForeignAssets``, or an error of the system.
    func claim() throws -> Bool {
        guard let owner else { return false }
        try makeRoot()
        if try knownOwner() == nil, try !hasAccounts() { try write(owner) }
        // Read after writing and looking: another server may have been first.
        guard let known = try knownOwner() else { return false }
        guard known == owner else { throw ForeignAssets(path: root) }
        return true
    }

    /// Whether it is known that the folder is this store's; only then may its files be swept.
    func isOwn() throws -> Bool {
        guard let owner else { return false }
        return try knownOwner() == owner
    }

    /// Whether it is known that the folder is another store's.
    func isForeign() throws -> Bool {
        guard let owner, let known = try knownOwner() else { return false }
        return known != owner
    }

    private var ownerPath: String { "\(root)/\(Self.ownerName)" }

    private func knownOwner() throws -> String? {
        guard FileManager.default.fileExists(atPath: ownerPath) else { return nil }
        let text = String(decoding: try Data(contentsOf: URL(filePath: ownerPath)), as: UTF8.self)
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// As ``accounts()``, but what cannot be read is not taken for empty.
    private func hasAccounts() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: root).contains { UInt64($0, radix: 16) != nil }
    }

    private func write(_ owner: String) throws {
        let temporary = "\(ownerPath).\(getpid())"
        try Data((owner + "\n").utf8).write(to: URL(filePath: temporary))
        defer { unlink(temporary) }
        try FileFlush.file(temporary)
        // Of two stores that come at once, the first stays; where files cannot have two names, the last.
        if link(temporary, ownerPath) != 0, errno != EEXIST {
            guard rename(temporary, ownerPath) == 0 else { throw FileError(call: "rename", number: errno) }
        }
        try FileFlush.folder(root)
    }
}
