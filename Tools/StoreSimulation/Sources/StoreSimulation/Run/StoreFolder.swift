import Foundation
import SwiftData

/// The files of one story's store.
struct StoreFolder {
    let folder: URL
    var url: URL { folder.appendingPathComponent("garden.store") }
    private var support: URL { folder.appendingPathComponent(".garden.store_SUPPORT") }
    private var copies: URL { folder.appendingPathComponent("copies") }

    /// Memory in place of a disk where there is some: the simulation is its own disk.
    static func make(_ name: String) throws -> StoreFolder {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let base =
            FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        let folder = base.appendingPathComponent("store-simulation-\(getpid())-\(name)")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return StoreFolder(folder: folder)
    }

    private init(folder: URL) { self.folder = folder }

    /// Every file of the store: the main file, and what lies beside it.
    private static let suffixes = ["", "-wal", "-shm", "-commit", "-journal"]

    func removeAll(butLargeValues keepsLargeValues: Bool = false) {
        for suffix in Self.suffixes { unlink(url.path + suffix) }
        if keepsLargeValues { return }
        try? FileManager.default.removeItem(at: support)
    }

    func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    /// What only lives in memory, or was never synced: a power cut takes it.
    func removeVolatile() {
        for suffix in ["-shm", "-commit"] { unlink(url.path + suffix) }
    }

    func remember() -> [String: Data] {
        var files: [String: Data] = [:]
        for suffix in Self.suffixes where suffix != "-shm" { files[suffix] = try? Data(contentsOf: file(suffix)) }
        return files
    }

    func put(_ files: [String: Data]) throws {
        for (suffix, data) in files { try data.write(to: file(suffix)) }
    }

    private func file(_ suffix: String) -> URL { URL(fileURLWithPath: url.path + suffix) }

    /// Copies the store as the documentation says: the file, its log and the folder of large values.
    func backUp() throws {
        try? FileManager.default.removeItem(at: copies)
        try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
        for suffix in ["", "-wal"] { try copy(file(suffix), copies.appendingPathComponent("copy.store\(suffix)")) }
        try copy(support, copies.appendingPathComponent("large"))
    }

    /// Puts the copy in the place of the store.
    func restore() throws {
        removeAll()
        for suffix in ["", "-wal"] { try copy(copies.appendingPathComponent("copy.store\(suffix)"), file(suffix)) }
        try copy(copies.appendingPathComponent("large"), support)
    }

    private func copy(_ source: URL, _ target: URL) throws {
        guard FileManager.default.fileExists(atPath: source.path) else { return }
        try FileManager.default.copyItem(at: source, to: target)
    }
}
