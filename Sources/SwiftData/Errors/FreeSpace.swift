import Foundation

/// The room that is left on the disk of a store.
enum FreeSpace {
    /// The smallest thing that SQLite makes beside a store: one region of the index of its log.
    private static let neededBytes: UInt = 32 * 1_024

    /// Whether the disk has no room, or no names for files, left; false where that cannot be told.
    static func isUsedUp(at file: URL) -> Bool {
        var disk = statvfs()
        guard statvfs(file.deletingLastPathComponent().path, &disk) == 0 else { return false }
        let isOutOfBytes = UInt(disk.f_bavail) * UInt(disk.f_frsize) < neededBytes
        // File systems without a fixed number of files say 0 of 0.
        let isOutOfFiles = disk.f_files > 0 && disk.f_favail == 0
        return isOutOfBytes || isOutOfFiles
    }
}
