import AppCommons
import Foundation

/// The folder of the store in between, which exists while a recovery runs.
///
/// A recovery that is killed leaves it behind, and with it a copy of the person's ideas; the lock beside it goes with
/// the process, which tells such a folder from one that is in use.
struct SalvageFolder {
    private static let prefix = "salvage-"
    private static let lockName = "in-use"

    private let url: URL

    init(in folder: URL, id: UUID) {
        url = folder.appending(path: Self.prefix + id.text, directoryHint: .isDirectory)
    }

    private init(_ url: URL) {
        self.url = url
    }

    private var lock: StoreLock { StoreLock(file: url.appending(path: Self.lockName)) }

    /// Makes the folder, and removes it after the body.
    func use<Result>(_ body: (URL) throws -> Result) throws -> Result {
        try POSIXFiles.makeFolder(url, mode: 0o700)
        defer { try? FileManager.default.removeItem(at: url) }
        return try lock.exclusively { try body(url) }
    }

    /// Removes the folders of recoveries that were killed.
    ///
    /// Must be called under the lock of the store.
    static func sweep(_ folder: URL) {
        let manager = FileManager.default
        let names = (try? manager.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let left = SalvageFolder(folder.appending(path: name, directoryHint: .isDirectory))
            // What cannot be removed today is tried again tomorrow.
            _ = try? left.lock.exclusivelyIfFree { try? manager.removeItem(at: left.url) }
        }
    }
}
