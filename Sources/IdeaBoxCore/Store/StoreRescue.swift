import Foundation

/// Moves a damaged store out of the way, with everything that belongs to it.
///
/// Nothing is ever overwritten.
enum StoreRescue {
    private static let companions = ["", "-wal", "-shm", "-journal"]

    /// Answers the new place of the store's file.
    static func moveAside(_ file: URL, at date: Date) throws -> URL {
        let manager = FileManager.default
        let target = freeName(for: file, at: date)
        for companion in companions {
            let old = URL(filePath: file.path + companion)
            guard manager.fileExists(atPath: old.path) else { continue }
            try POSIXFiles.rename(old, to: URL(filePath: target.path + companion))
        }
        let support = supportFolder(of: file)
        if manager.fileExists(atPath: support.path) {
            try POSIXFiles.rename(support, to: supportFolder(of: target))
        }
        return target
    }

    /// The folder beside a store in which large values are kept.
    private static func supportFolder(of file: URL) -> URL {
        let name = file.deletingPathExtension().lastPathComponent
        return file.deletingLastPathComponent().appending(path: ".\(name)_SUPPORT")
    }

    private static func freeName(for file: URL, at date: Date) -> URL {
        let day = ISOTimestamp.text(date).prefix(19).replacingOccurrences(of: ":", with: "-")
        let name = file.deletingPathExtension().lastPathComponent
        let folder = file.deletingLastPathComponent()
        var attempt = 1
        while true {
            let number = attempt > 1 ? "-\(attempt)" : ""
            let candidate = folder.appending(path: "\(name)-damaged-\(day)\(number).\(file.pathExtension)")
            if !FileManager.default.fileExists(atPath: candidate.path) { return candidate }
            attempt += 1
        }
    }
}
