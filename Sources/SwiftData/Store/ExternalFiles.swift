import Foundation

/// Large values of `.externalStorage` attributes: files in a folder beside the store, named in the row.
///
/// A file is written before the row that names it is committed, and removed only after no committed row names it: a crash
/// leaves at worst a file too many, which a later opening of the store removes (`ExternalSweep`).
struct ExternalFiles: Sendable {
    let folder: URL
    private let storeURL: URL

    /// Values of at least this many bytes go to a file of their own.
    static let threshold = 128 * 1_024
    /// What the column holds begins with this.
    static let prefix = "file:"

    init(storeURL: URL) {
        self.storeURL = storeURL
        folder = storeURL.deletingLastPathComponent()
            .appendingPathComponent(".\(storeURL.lastPathComponent)_SUPPORT", isDirectory: true)
    }

    /// Whether any value lies, or lay, in a file.
    var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// Writes a value under a new name; the text that stands for it in the row.
    ///
    /// Where `isDurable`, it is on the disk then. Who may not read the store may not read the file either.
    func store(_ data: Data, name: UUID, isDurable: Bool) throws -> String {
        let mode = Self.mode(of: storeURL)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            // Whoever may read the store may enter the folder.
            attributes: [.posixPermissions: Int(mode | (mode & 0o444) >> 2)]
        )
        let file = folder.appendingPathComponent(name.uuidString)
        let descriptor = open(file.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw StoreError.failure(of: file, number: errno) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            if isDurable { try handle.synchronize() }
            try handle.close()
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw StoreError.failure(of: file, error)
        }
        return ExternalFiles.prefix + name.uuidString
    }

    private static func mode(of file: URL) -> mode_t {
        var status = stat()
        return stat(file.path, &status) == 0 ? status.st_mode & 0o666 : 0o600
    }

    /// The value that a row's text names.
    ///
    /// - Throws: `StoreError.damaged` where the text is no such name or the file is gone, `.inputOutput` where it cannot be
    ///   read.
    func load(_ text: String) throws -> Data {
        guard let file = file(text) else {
            throw StoreError.damaged(storeURL, reason: "a row names a file of a value, and the name is none")
        }
        do {
            return try Data(contentsOf: file)
        } catch {
            guard FileManager.default.fileExists(atPath: file.path) else {
                throw StoreError.damaged(storeURL, reason: "the file of a value is gone: \(file.path)")
            }
            throw StoreError.inputOutput(reason: "\(file.path): \(error.localizedDescription)")
        }
    }

    func remove(_ text: String) {
        if let file = file(text) { try? FileManager.default.removeItem(at: file) }
    }

    func removeAll() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The file that a row's text names; nil where it names none.
    func url(of text: String) -> URL? { file(text) }

    /// Only a name that is a UUID: a row must not be able to point outside the folder.
    private func file(_ text: String) -> URL? {
        guard text.hasPrefix(ExternalFiles.prefix),
            let name = UUID(uuidString: String(text.dropFirst(ExternalFiles.prefix.count)))
        else { return nil }
        return folder.appendingPathComponent(name.uuidString)
    }
}
