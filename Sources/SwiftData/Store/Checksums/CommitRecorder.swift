import Foundation
import GRDBSQLite

/// Records each commit of a connection beside the store: see ``CommitRecord``.
///
/// SQLite calls it with the connection's own lock held.
final class CommitRecorder {
    private let store: URL
    private let durability: StoreDurability
    /// The record's file; nil until the first commit.
    private var descriptor: Int32?

    /// SQLite brings the log into the file once it has so many frames; a hook of one's own has to do so itself.
    private static let checkpointFrames: Int32 = 1_000

    init(_ store: URL, durability: StoreDurability) {
        self.store = store
        self.durability = durability
    }

    deinit {
        if let descriptor { close(descriptor) }
    }

    /// Begins to record the commits of a connection; ``detach(from:)`` must come before the recorder goes.
    func attach(to connection: OpaquePointer) {
        sqlite3_wal_hook(
            connection,
            { recorder, connection, name, frames in
                if let recorder, let connection {
                    Unmanaged<CommitRecorder>.fromOpaque(recorder).takeUnretainedValue()
                        .record(connection, frames: UInt32(clamping: frames))
                }
                if frames >= CommitRecorder.checkpointFrames {
                    // As by SQLite's own hook, a checkpoint that others are in the way of is made after the next commit.
                    sqlite3_wal_checkpoint_v2(connection, name, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
                }
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    func detach(from connection: OpaquePointer) {
        sqlite3_wal_hook(connection, nil, nil)
    }

    /// Where another process committed in the same moment, its record says more than this one.
    private func record(_ connection: OpaquePointer, frames: UInt32) {
        guard let position = PageChecksums.logPosition(on: connection), position.frames == frames,
            let descriptor = file()
        else { return }
        let record = CommitRecord(
            salts: position.salts,
            frames: frames,
            sum: position.sum,
            isDurable: durability == .full,
            systemStart: CommitRecord.presentStart
        )
        // A record that cannot be written leaves an older one, or none, and nothing wrong is said by that.
        record.withBytes { _ = pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    /// Whoever may not read the store may not read the record either.
    private func file() -> Int32? {
        if let descriptor { return descriptor }
        var status = stat()
        let mode = stat(store.path, &status) == 0 ? status.st_mode & 0o666 : 0o600
        let made = open(CommitRecord.url(beside: store).path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, mode)
        guard made >= 0 else { return nil }
        descriptor = made
        return made
    }
}
