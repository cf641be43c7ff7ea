import Foundation

/// The files of one chain's store.
struct StoreFolder {
    let folder: URL
    var url: URL { folder.appendingPathComponent("chain.store") }

    /// Memory in place of a disk where there is some.
    static func make(_ name: String) throws -> StoreFolder {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let base =
            FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
        let folder = base.appendingPathComponent("migration-simulation-\(getpid())-\(name)")
        let made = StoreFolder(folder: folder)
        try made.remove()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return made
    }

    func remove() throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.removeItem(at: folder)
    }

    /// What lies beside the store, without what SQLite makes while it is open.
    func others() throws -> [String] {
        let usual = ["", "-wal", "-shm", "-commit", "-journal"].map { "chain.store\($0)" } + [".chain.store_SUPPORT"]
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !usual.contains($0) }.sorted()
    }

    /// Copies everything as it lies there, as if the process ended now.
    func copy(to other: StoreFolder) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            if name.hasSuffix("-shm") || name.hasSuffix("-commit") { continue }
            try FileManager.default.copyItem(
                at: folder.appendingPathComponent(name),
                to: other.folder.appendingPathComponent(name)
            )
        }
    }
}
