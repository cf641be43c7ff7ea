import Foundation

/// A file that takes its place only once it is whole.
final class DraftFile: Sendable {
    private let draft: URL
    private let destination: URL
    private let handle: FileHandle

    /// Begins a file beside the place where it is to be.
    ///
    /// - Throws: ``CloudKitTransportError/fileFailed(_:)``.
    init(for destination: URL) throws {
        self.destination = destination
        let name = ".\(destination.lastPathComponent).\(CloudKitSurroundings.live.newIdentifier())"
        draft = destination.deletingLastPathComponent().appendingPathComponent(name)
        let folder = destination.deletingLastPathComponent()
        try? FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let made = FileManager.default.createFile(
            atPath: draft.path,
            contents: nil,
            attributes: [.posixPermissions: 0o600]
        )
        guard made, let handle = try? FileHandle(forWritingTo: draft) else {
            throw CloudKitTransportError.fileFailed("the folder \(folder.path) takes no files")
        }
        self.handle = handle
    }

    /// Adds bytes.
    func append(_ data: Data) throws {
        do {
            try handle.write(contentsOf: data)
        } catch {
            throw CloudKitTransportError.fileFailed("writing \(draft.path) failed")
        }
    }

    /// Puts the file in its place, and takes away what was there.
    func finish() throws {
        try? handle.close()
        guard rename(draft.path, destination.path) == 0 else {
            throw CloudKitTransportError.fileFailed("\(destination.path) cannot be written")
        }
    }

    /// Takes the file away.
    func discard() {
        try? handle.close()
        try? FileManager.default.removeItem(at: draft)
    }
}
