import Foundation
import Glibc

/// A file that only the user may read: every rewrite makes a new one at mode 0600 and puts it in the old one's place.
struct SecretFile: Sendable {
    let url: URL

    /// Its bytes; nil if it is not there.
    ///
    /// - Throws: ``CloudKitSettingsError`` if it is there and cannot be read.
    func read() throws(CloudKitSettingsError) -> Data? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        guard let data = try? Data(contentsOf: url), data.count <= CloudKitLimits.settingsBytes else {
            throw CloudKitSettingsError(description: "the file \(url.path) cannot be read")
        }
        return data
    }

    /// Replaces its bytes at once; whoever reads meanwhile sees the old ones or the new ones.
    ///
    /// - Throws: ``CloudKitSettingsError`` if that fails; the old bytes are then still there.
    func write(_ data: Data, name: String) throws(CloudKitSettingsError) {
        let folder = url.deletingLastPathComponent()
        let failure = CloudKitSettingsError(description: "the file \(url.path) cannot be written")
        guard
            (try? FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )) != nil
        else { throw failure }
        let draft = folder.appendingPathComponent(".\(url.lastPathComponent).\(name)").path
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw failure }
        let isWritten = Self.write(data, to: file) && fsync(file) == 0
        close(file)
        guard isWritten, rename(draft, url.path) == 0 else {
            unlink(draft)
            throw failure
        }
    }

    private static func write(_ data: Data, to file: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Glibc.write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count <= 0 { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    /// Removes it; one that is not there is removed already.
    func remove() {
        unlink(url.path)
    }
}
