import Foundation

/// The folder with the stores that the benchmarks read and write.
final class Workspace {
    let folder: URL
    private let isTemporary: Bool
    private var serial = 0

    /// - Parameter folder: kept between runs, so that the large stores are made once; nil makes one that is removed.
    init(_ folder: URL?) throws {
        isTemporary = folder == nil
        let name = "store-benchmarks-\(ProcessInfo.processInfo.processIdentifier)"
        self.folder = folder ?? FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
    }

    deinit {
        if isTemporary {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// A path nobody has used in this run.
    func fresh(_ tag: String) -> URL {
        serial += 1
        let file = folder.appendingPathComponent("scratch-\(tag)-\(serial).store")
        remove(file)
        return file
    }

    func copy(_ store: URL, tag: String) throws -> URL {
        let copy = fresh(tag)
        try FileManager.default.copyItem(at: store, to: copy)
        return copy
    }

    /// Removes a store with the files beside it.
    func remove(_ store: URL) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: store.path + suffix)
        }
    }
}
