import AppCommons
import Foundation
import SwiftData

/// Which alarms of the old list are in the store already, for as long as that list could not be emptied.
///
/// A person may delete them meanwhile: without this the list would bring them back at each start. It lies beside the store
/// and names it by its place on the disk, so that it counts for no other one that comes to lie there, such as an older copy:
/// what that lacks comes out of the list again.
struct LegacyTaken: Sendable {
    private let file: URL
    private let store: URL

    /// What was taken into a store; nil for one in memory, which does not last as long as the list.
    init?(into container: ModelContainer) {
        let alarms = container.configurations.first { $0.url.lastPathComponent == AlarmFolders.storeName }
        guard let alarms, !alarms.isStoredInMemoryOnly else { return nil }
        store = alarms.url
        file = store.deletingLastPathComponent().appending(path: "TakenOver.txt")
    }

    private var draft: URL { file.appendingPathExtension("draft") }

    /// The ids of the alarms.
    var ids: Set<UUID> {
        guard let data = try? POSIXFiles.contents(of: file.path) else { return [] }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        guard let first = lines.first, String(first) == mark else { return [] }
        return Set(lines.dropFirst().compactMap { UUID(uuidString: String($0)) })
    }

    private var mark: String? { POSIXFiles.identity(store.path).map { "store \($0.number)" } }

    /// Writes down what is about to be taken, which does not count yet.
    ///
    /// Before the alarms are saved, so that a disk without room for both takes neither.
    ///
    /// - Throws: `FileFailure`.
    func prepare(_ ids: Set<UUID>) throws {
        guard let mark else { return }
        discard()
        let lines = [mark] + ids.map(\.uuidString)
        try POSIXFiles.writeNew(Data(lines.joined(separator: "\n").utf8), to: draft.path, mode: 0o600)
    }

    /// From now on it counts.
    ///
    /// - Throws: `FileFailure`.
    func confirm() throws {
        if POSIXFiles.kind(draft.path) == .file { try POSIXFiles.rename(draft, to: file) }
    }

    /// What was prepared came to nothing.
    func discard() { try? FileManager.default.removeItem(at: draft) }

    /// The list is empty: there is nothing to remember.
    func remove() { try? FileManager.default.removeItem(at: file) }
}

/// The alarms are in the store, and the old app's file could not be emptied of them.
struct LegacyNotCleared: Error {
    let file: String
    let reason: any Error
}
