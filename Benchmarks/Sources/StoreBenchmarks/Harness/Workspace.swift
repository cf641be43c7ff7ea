import Foundation

/// The folder with the stores that the benchmarks read and write.
final class Workspace {
    let folder: URL
    private let isTemporary: Bool
    private var serial = 0

    /// Kept between runs, so that the large stores are made once; without a `folder`, a temporary one.
    init(_ folder: URL?) throws {
        isTemporary = folder == nil
        self.folder = try folder ?? Self.temporaryFolder()
        try FileManager.default.createDirectory(at: self.folder, withIntermediateDirectories: true)
        removeStores(named: "scratch-")
    }

    /// A folder that nobody else has.
    private static func temporaryFolder() throws -> URL {
        var template = FileManager.default.temporaryDirectory.path + "/store-benchmarks-XXXXXX"
        let path = template.withUTF8 { name in
            var name = name.map { CChar(bitPattern: $0) } + [0]
            return mkdtemp(&name).map { String(cString: $0) }
        }
        guard let path else { throw Absent("no temporary folder: \(String(cString: strerror(errno)))") }
        return URL(fileURLWithPath: path, isDirectory: true)
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

    /// Removes the stores whose names begin with `prefix`: those of an older layout or another seed.
    func removeStores(named prefix: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    /// Removes a store with the files beside it.
    func remove(_ store: URL) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            try? FileManager.default.removeItem(atPath: store.path + suffix)
        }
    }
}
