import AppCommons
import Foundation

/// A place where the first version of the app may have left ideas.
enum LegacySource: Equatable {
    /// The plain file.
    case file(URL)
    /// The user-defaults file, in which they stand under the key `ideas`.
    case defaults(URL)

    static let defaultsKey = "ideas"

    /// Those that exist.
    ///
    /// A look at two names, nothing is read.
    static func present(in folders: DataFolders) -> [LegacySource] {
        let candidates: [(LegacySource, URL)] = [
            (.file(folders.legacyIdeas), folders.legacyIdeas),
            (.defaults(folders.legacyDefaults), folders.legacyDefaults),
        ]
        return candidates.filter { FileManager.default.fileExists(atPath: $0.1.path) }.map(\.0)
    }

    /// Those whose ideas are not in the store yet: nothing is synced before they are.
    static func waiting(in folders: DataFolders) -> [LegacySource] {
        present(in: folders).filter(\.mayHoldIdeas)
    }

    /// Settings stay where they are when their ideas are taken out; what cannot be read may hold some.
    private var mayHoldIdeas: Bool {
        switch self {
        case .file: return true
        case .defaults(let url):
            guard let entries = try? Self.entries(of: url) else { return true }
            return entries[Self.defaultsKey] != nil
        }
    }

    var url: URL {
        switch self {
        case .file(let url), .defaults(let url): url
        }
    }

    /// The JSON, or nil when the place holds no ideas.
    ///
    /// Throws when it cannot be read.
    func bytes() throws -> ByteSource? {
        switch self {
        case .file(let url): return try ByteSource(path: url.path)
        case .defaults(let url):
            let entries = try Self.entries(of: url)
            switch entries[Self.defaultsKey] {
            case nil: return nil
            case let data as Data: return ByteSource(bytes: data)
            case let text as String: return ByteSource(bytes: text.utf8)
            case let list as [Any]: return ByteSource(bytes: try JSONSerialization.data(withJSONObject: list))
            default: throw UnreadableFile.notJSON(line: 1)
            }
        }
    }

    /// Puts the old data aside under the name `….migrated`: the file by a rename, the defaults as a copy of which only
    /// the ideas are taken out of the original.
    func retire(draftID: UUID) throws {
        let retired = URL(filePath: url.path + ".migrated")
        switch self {
        case .file(let url):
            try POSIXFiles.rename(url, to: Self.free(retired))
        case .defaults(let url):
            // Settings may be secrets: both files stay as readable as the one file was.
            let mode = POSIXFiles.mode(url.path)
            let whole = try POSIXFiles.contents(of: url.path)
            try POSIXFiles.writeNew(whole, to: Self.free(retired).path, mode: mode)
            var entries = try Self.entries(of: url)
            entries[Self.defaultsKey] = nil
            let rest = try PropertyListSerialization.data(fromPropertyList: entries, format: .xml, options: 0)
            let draft = URL(filePath: "\(url.path).\(draftID.shortText)")
            do {
                try POSIXFiles.writeNew(rest, to: draft.path, mode: mode)
                try POSIXFiles.rename(draft, to: url)
            } catch {
                try? FileManager.default.removeItem(at: draft)
                throw error
            }
        }
    }

    // Read as a file: the defaults of Foundation take a damaged one for an empty one and write over it.
    private static func entries(of url: URL) throws -> [String: Any] {
        let data = try POSIXFiles.contents(of: url.path)
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
        guard let entries = list as? [String: Any] else { throw UnreadableFile.notSettings }
        return entries
    }

    private static func free(_ url: URL) -> URL {
        var candidate = url
        var number = 2
        while FileManager.default.fileExists(atPath: candidate.path) {
            candidate = URL(filePath: "\(url.path)-\(number)")
            number += 1
        }
        return candidate
    }
}
