import AppCommons
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The process that has the right to sync a store, as it says itself in the lock's file.
///
/// A word for whoever shows how sync stands; the right itself is the lock. One that was killed leaves its word behind, which
/// counts for nothing: it names the moment at which the process began, so no later process of the same number is taken for
/// it.
struct SyncOwner: Equatable, Sendable {
    /// The number of the process.
    let process: Int32

    /// The process that syncs the store in these folders; nil where none does, or none that says so.
    init?(of folders: DataFolders) {
        guard let data = try? POSIXFiles.contents(of: folders.syncLockFile.path),
            let mark = String(validating: data, as: UTF8.self),
            let process = mark.split(separator: " ").first.flatMap({ Int32($0) }), process > 0,
            Self.mark(of: process) == mark
        else { return nil }
        self.process = process
    }

    /// Puts this process into the file of a lock that it holds.
    ///
    /// Where the disk is full nobody knows who it is, and nothing else is lost.
    static func sign(_ descriptor: Int32) {
        guard ftruncate(descriptor, 0) == 0, let mark = mark(of: getpid()) else { return }
        let bytes = Array(mark.utf8)
        _ = pwrite(descriptor, bytes, bytes.count, 0)
    }

    /// Takes its word back, while the lock is still held.
    static func takeBack(_ descriptor: Int32) {
        _ = ftruncate(descriptor, 0)
    }

    /// The number of a process that lives, and where the system tells it when it began.
    private static func mark(of process: Int32) -> String? {
        #if os(Linux)
        guard let data = try? POSIXFiles.contents(of: "/proc/\(process)/stat") else { return nil }
        // The name of the program may hold anything; what follows it are the fields from the third on.
        let text = String(decoding: data, as: UTF8.self)
        guard let end = text.lastIndex(of: ")") else { return nil }
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > beginField, let state = fields.first, state != "Z", state != "X" else { return nil }
        return "\(process) \(fields[beginField])"
        #else
        return kill(process, 0) == 0 || errno == EPERM ? "\(process)" : nil
        #endif
    }

    #if os(Linux)
    /// The place of the moment at which a process began, counted from its state: the twenty-second field of all.
    private static let beginField = 19
    #endif
}

extension DataFolders {
    /// The lock of whoever syncs the store.
    var syncLockFile: URL { data.appending(path: "IdeaBox.sync.lock") }
}
