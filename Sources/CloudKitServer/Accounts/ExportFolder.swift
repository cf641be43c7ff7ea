import Foundation

/// Why there is no export in a folder.
public enum ExportError: Error, Hashable, Sendable {
    /// There is something in the folder already, or it is none.
    case isNotEmpty(String)
}

/// A new folder that takes an account: a file of lines, and a folder of files under the digests of their bytes.
final class ExportFolder: Sendable {
    private static let assets = "assets"
    private static let lines = "account.jsonl"

    private let path: String
    private let writer: AssetWriter

    /// Makes the folder, if need be.
    ///
    /// - Throws: ``ExportError``, an error of the system.
    init(path: String) throws {
        self.path = path
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            guard isFolder.boolValue, try FileManager.default.contentsOfDirectory(atPath: path).isEmpty else {
                throw ExportError.isNotEmpty(path)
            }
        }
        try FileManager.default.createDirectory(
            atPath: "\(path)/\(Self.assets)",
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        writer = try AssetWriter(path: "\(path)/\(Self.lines).unfinished")
    }

    /// Where a file lies, seen from the folder.
    static func place(of asset: StoredAsset) -> String {
        "\(assets)/\(asset.fileName)"
    }

    /// Adds lines.
    func append(_ bytes: [UInt8]) throws {
        try writer.append(bytes)
    }

    /// Whether a file is there.
    func has(_ asset: StoredAsset) throws -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/\(Self.place(of: asset))")
    }

    /// Begins a file.
    func begin(_ asset: StoredAsset) throws -> AssetWriter {
        try AssetWriter(path: "\(path)/\(Self.place(of: asset)).unfinished")
    }

    /// Puts a file that was copied to its place if it is what it should be, and says whether it is.
    func write(_ asset: StoredAsset, _ writer: AssetWriter, at milliseconds: Int64) throws -> Bool {
        guard try writer.finish(at: milliseconds) == asset else { return false }
        try writer.move(to: "\(path)/\(Self.place(of: asset))")
        return true
    }

    /// Gives the lines their name, once all is on the disk.
    func finish(at milliseconds: Int64) throws {
        _ = try writer.finish(at: milliseconds)
        try FileFlush.folder("\(path)/\(Self.assets)")
        try writer.move(to: "\(path)/\(Self.lines)")
        try FileFlush.folder(path)
    }
}
