import AppCommons
import Foundation
import SwiftData

extension StorageUse {
    /// More parts than this are not named.
    private static let maximumParts = 8

    /// What the stores of a container use, and what can go: backups of earlier versions and files that were put aside.
    init(of container: ModelContainer) {
        let files = container.configurations.filter { !$0.isStoredInMemoryOnly }.map(\.url)
        let folders = Set(files.map { $0.deletingLastPathComponent().path }).sorted()
        let parts = folders.flatMap { folder -> [Part] in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.compactMap { name in
                let path = "\(folder)/\(name)"
                let attributes = try? FileManager.default.attributesOfItem(atPath: path)
                guard attributes?[.type] as? FileAttributeType == .typeRegular, let bytes = attributes?[.size] as? Int
                else { return nil }
                return Part(path: path, bytes: bytes, canGo: name.contains("backup") || name.contains("-damaged-"))
            }
        }
        let free = folders.first.flatMap {
            try? FileManager.default.attributesOfFileSystem(forPath: $0)[.systemFreeSize] as? Int
        }
        self.init(free: free, parts: Array(parts.sorted { $0.bytes > $1.bytes }.prefix(Self.maximumParts)))
    }
}

extension AlarmClockError {
    /// A failed save: a full disk says what uses it.
    static func saving(_ error: any Error, in container: ModelContainer) -> AlarmClockError {
        if let error = error as? AlarmClockError { return error }
        if case StoreError.diskFull = error { return .insufficientStorage(StorageUse(of: container)) }
        return .saveFailed(error)
    }
}
