import CloudKitWebServices
import Foundation

/// A file that belongs to a record.
///
/// The file of a fetched asset lies in the cache folder and may be cleared away at any time: move or copy it to keep it.
public final class CKAsset: NSObject, @unchecked Sendable {
    /// The file; nil for a fetched asset whose file could not be had.
    public let fileURL: URL?
    /// What the service says of it, for an asset that came from there.
    let stored: WireAsset?

    /// The asset of a file, which must be there until it is saved.
    public init(fileURL: URL) {
        self.fileURL = fileURL
        stored = nil
    }

    init(fileURL: URL?, stored: WireAsset) {
        self.fileURL = fileURL
        self.stored = stored
    }

    /// Assets of the same file are equal.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CKAsset else { return false }
        return fileURL == other.fileURL && stored?.fileChecksum == other.stored?.fileChecksum
    }

    /// Hashes the file's address.
    public override var hash: Int { fileURL.hashValue }

    /// The file, in words.
    public override var description: String { "CKAsset(\(fileURL?.path ?? "not downloaded"))" }
}
