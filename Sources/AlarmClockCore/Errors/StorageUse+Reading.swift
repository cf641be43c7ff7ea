import AppCommons
import Foundation
import SwiftData

extension StorageUse {
    /// More parts than this are not named.
    private static let maximumParts = 8

    /// What the stores of a container use, and what can go: backups of earlier versions and files that were put aside.
    init(of container: ModelContainer) {
        self.init(files: container.configurations.filter { !$0.isStoredInMemoryOnly }.map(\.url))
    }

    /// What lies beside the files of stores.
    init(files: [URL]) {
        let folders = Set(files.map { $0.deletingLastPathComponent().path }).sorted()
        let parts = folders.flatMap { folder in
            Self.files(in: folder).map { name, bytes in
                Part(
                    path: "\(folder)/\(name)",
                    bytes: bytes,
                    canGo: name.contains("backup") || name.contains("-damaged-")
                )
            }
        }
        let free = folders.first.flatMap {
            try? FileManager.default.attributesOfFileSystem(forPath: $0)[.systemFreeSize] as? Int
        }
        self.init(free: free, parts: Self.named(parts))
    }

    /// The same, with the folder of what can be made again, where there is something in it.
    func adding(cache folder: URL) -> StorageUse {
        let bytes = Self.files(in: folder.path).map(\.bytes).reduce(0, +)
        guard bytes > 0, !parts.contains(where: { $0.path == folder.path }) else { return self }
        return StorageUse(free: free, parts: Self.named(parts + [Part(path: folder.path, bytes: bytes, canGo: true)]))
    }

    /// A full disk in the words of the log.
    var inTheLog: String { "no room: \(free.map(String.init) ?? "?") bytes are free" }

    /// The largest first; where there are too many, what can go is named before the rest.
    private static func named(_ parts: [Part]) -> [Part] {
        let sorted = parts.sorted { $0.bytes > $1.bytes }
        let chosen = (sorted.filter(\.canGo) + sorted.filter { !$0.canGo }).prefix(maximumParts)
        return chosen.sorted { $0.bytes > $1.bytes }
    }

    private static func files(in folder: String) -> [(name: String, bytes: Int)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.compactMap { name in
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            guard attributes?[.type] as? FileAttributeType == .typeRegular, let bytes = attributes?[.size] as? Int
            else { return nil }
            return (name, bytes)
        }
    }
}

extension AlarmClockError {
    /// A failed save: a full disk says what uses it.
    static func saving(_ error: any Error, in container: ModelContainer) -> AlarmClockError {
        if let error = error as? AlarmClockError { return error }
        if isOfFullDisk(error) { return .insufficientStorage(StorageUse(of: container)) }
        return .saveFailed(error)
    }

    /// Whether a store or a file has found no room.
    static func isOfFullDisk(_ error: any Error) -> Bool {
        switch error {
        case StoreError.diskFull: true
        case let failure as FileFailure: failure.kind == .diskFull
        default: false
        }
    }
}
