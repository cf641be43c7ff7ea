import Foundation

/// Large values of `.externalStorage` attributes: files in a folder beside the store, named in the row.
///
/// A file is written before the row that names it is committed, and removed only after no committed row names it: a crash
/// leaves at worst a file too many, which a later opening of the store removes (`ExternalSweep`).
struct ExternalFiles: Sendable {
    let folder: URL
    private let storeURL: URL
    /// Brings a file or a folder to the disk; 0, or -1 with the number of the error in `errno`.
    private let synchronize: @Sendable (Int32) -> Int32

    /// Values of at least this many bytes go to a file of their own.
    static let threshold = 128 * 1_024
    /// What the column holds begins with this.
    static let prefix = "file:"

    init(storeURL: URL, synchronize: @escaping @Sendable (Int32) -> Int32 = { fsync($0) }) {
        self.storeURL = storeURL
        self.synchronize = synchronize
        folder = storeURL.deletingLastPathComponent()
            .appendingPathComponent(".\(storeURL.lastPathComponent)_SUPPORT", isDirectory: true)
    }

    /// Whether any value lies, or lay, in a file.
    var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    /// Writes a value under a new name; the text that stands for it in the row.
    ///
    /// Its bytes are on the disk then, and its name after ``synchronizeNames()``, under every ``StoreDurability``: SQLite
    /// syncs a row at the latest when its log is brought into the file, and knows nothing of this file, without which the
    /// row is damaged. Who may not read the store may not read the file either.
    func store(_ data: Data, name: UUID) throws -> String {
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
        let failure = write(data, to: descriptor)
        let isClosed = close(descriptor) == 0
        guard failure == 0, isClosed else {
            let number = failure == 0 ? errno : failure
            unlink(file.path)
            throw StoreError.failure(of: file, number: number)
        }
        return ExternalFiles.prefix + name.uuidString
    }

    /// Writes all of it; the system's error number, 0 for none.
    private func write(_ data: Data, to descriptor: Int32) -> Int32 {
        let isWritten = data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
        if isWritten, synchronize(descriptor) == 0 { return 0 }
        return errno == 0 ? EIO : errno
    }

    /// Brings the names of files to the disk, before the rows that name them are committed.
    ///
    /// Some file systems know no such call for a folder, and some folders may be entered and not read: those are as safe as the
    /// system makes them.
    func synchronizeNames() throws {
        for folder in [folder, folder.deletingLastPathComponent()] {
            let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            if descriptor < 0, errno == EACCES { continue }
            guard descriptor >= 0 else { throw StoreError.failure(of: folder, number: errno) }
            defer { close(descriptor) }
            guard synchronize(descriptor) != 0 else { continue }
            guard [EINVAL, ENOTSUP, EOPNOTSUPP].contains(errno) else {
                throw StoreError.failure(of: folder, number: errno)
            }
        }
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

    /// Removes a file that no committed row names.
    ///
    /// One that cannot be removed stays until ``ExternalSweep`` tries again.
    func remove(_ text: String) {
        if let file = file(text) { try? FileManager.default.removeItem(at: file) }
    }

    /// Removes files that a failed transaction wrote.
    ///
    /// Where the disk failed in the middle of a commit, the log may hold the commit all the same, and the next opening
    /// then finds rows that name the files: they stay, and ``ExternalSweep`` removes what no row names.
    func remove(_ files: [String], after error: any Error) {
        if case StoreError.inputOutput = error { return }
        files.forEach(remove)
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
