import Foundation

/// Large values of `.externalStorage` attributes: files in a folder beside the store, named in the row.
///
/// A file is written before the row that names it is committed, and removed only after no committed row names it: a crash
/// leaves at worst a file too many, which the next sweep removes.
struct ExternalFiles: Sendable {
    let folder: URL

    /// Values of at least this many bytes go to a file of their own.
    static let threshold = 128 * 1_024
    /// What the column holds begins with this.
    static let prefix = "file:"

    init(storeURL: URL) {
        folder = storeURL.deletingLastPathComponent()
            .appendingPathComponent(".\(storeURL.lastPathComponent)_SUPPORT", isDirectory: true)
    }

    /// Writes a value under a new name; the text that stands for it in the row.
    func store(_ data: Data, name: UUID) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try data.write(to: folder.appendingPathComponent(name.uuidString), options: .atomic)
        return ExternalFiles.prefix + name.uuidString
    }

    /// The value that a row's text names; nil where the text is no such name or the file is gone.
    func load(_ text: String) -> Data? {
        guard let name = fileName(text) else { return nil }
        return try? Data(contentsOf: folder.appendingPathComponent(name))
    }

    func remove(_ text: String) {
        guard let name = fileName(text) else { return }
        try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }

    /// Removes files that no row names.
    func sweep(keeping texts: Set<String>) {
        let kept = Set(texts.compactMap(fileName))
        let present = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in present where !kept.contains(name) {
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }

    func removeAll() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Only a name that is a UUID: a row must not be able to point outside the folder.
    private func fileName(_ text: String) -> String? {
        guard text.hasPrefix(ExternalFiles.prefix) else { return nil }
        return UUID(uuidString: String(text.dropFirst(ExternalFiles.prefix.count)))?.uuidString
    }
}
