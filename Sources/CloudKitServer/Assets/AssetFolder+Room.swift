import Foundation
import Synchronization

/// An account has no room for a file.
struct NoRoomForAsset: Error, Hashable {}

/// How much an account has on the disk, and how much is on its way there.
///
/// The total stands in a file beside the others, which is changed under the account's lock, so that all servers over one
/// folder count alike. It is only a memory: where it is missing, the files are counted, and a sweep that takes files away
/// takes it away too.
extension AssetFolder {
    /// The file that says how much an account has.
    static let totalName = "total"

    /// Bytes on the disk for an account, held by records or not.
    func total(of account: AccountID) throws -> Int64 {
        let folder = path(of: account)
        guard FileManager.default.fileExists(atPath: folder) else { return 0 }
        return try locked(folder) { try knownTotal(of: account) }
    }

    /// The total, under the lock.
    func knownTotal(of account: AccountID) throws -> Int64 {
        if let text = try? String(contentsOfFile: totalPath(of: account), encoding: .utf8), text.hasSuffix("\n"),
            let total = Int64(text.dropLast())
        {
            return total
        }
        let folder = path(of: account)
        return try files(of: account).reduce(Int64(0)) { sum, name in
            var status = stat()
            return sum + (lstat("\(folder)/\(name)", &status) == 0 ? Int64(status.st_size) : 0)
        }
    }

    /// Remembers the total, under the lock.
    func writeTotal(_ total: Int64, of account: AccountID) throws {
        // A text cut short has no line feed, and is no total.
        try Data("\(total)\n".utf8).write(to: URL(filePath: totalPath(of: account)))
    }

    /// Removes the total, under the lock: the next who asks counts.
    func invalidateTotal(of account: AccountID) {
        unlink(totalPath(of: account))
    }

    private func totalPath(of account: AccountID) -> String {
        "\(path(of: account))/\(Self.totalName)"
    }
}

/// The bytes of one upload that are on their way to the disk: they count as if they were there, until it is over.
///
/// Several servers over one folder do not see each other's; what is kept in the end, they count together.
final class IncomingBytes: Sendable {
    private let folder: AssetFolder
    private let account: AccountID
    /// Bytes of all uploads of the account; nil is no limit.
    private let room: Int64?
    private let count = Mutex<Int64>(0)

    init(_ folder: AssetFolder, of account: AccountID, room: Int64?) {
        (self.folder, self.account, self.room) = (folder, account, room)
    }

    deinit {
        let own = count.withLock { $0 }
        folder.incoming.withLock { incoming in
            let rest = incoming[account, default: 0] - own
            incoming[account] = rest > 0 ? rest : nil
        }
    }

    /// Counts some more bytes.
    ///
    /// - Throws: ``NoRoomForAsset``; then they are not counted.
    func add(_ bytes: Int) throws(NoRoomForAsset) {
        let hasRoom = folder.incoming.withLock { incoming in
            let total = incoming[account, default: 0] + Int64(bytes)
            if let room, total > room { return false }
            incoming[account] = total
            return true
        }
        guard hasRoom else { throw NoRoomForAsset() }
        count.withLock { $0 += Int64(bytes) }
    }
}
