import SwiftUI

/// A file that the person chose, outside of the app's own folder.
enum ChosenFile {
    /// Its bytes, `limit` of them at most.
    static func bytes(of address: URL, limit: Int) throws -> [UInt8] {
        let isScoped = address.startAccessingSecurityScopedResource()
        defer { if isScoped { address.stopAccessingSecurityScopedResource() } }
        let handle = try FileHandle(forReadingFrom: address)
        defer { try? handle.close() }
        return Array(try handle.read(upToCount: limit) ?? Data())
    }
}
