import AppCommons
import Foundation

/// Moves a damaged store out of the way, with everything that belongs to it.
///
/// Nothing is ever overwritten. Must be called under the lock of the store.
enum StoreRescue {
    /// The store itself goes last: as long as it is there, the move can be ended.
    private static let companions = ["-wal", "-shm", "-commit", "-journal", ""]
    private static let infix = "-damaged-"

    /// Answers the new place of the store's file.
    static func moveAside(_ file: URL, at date: Date) throws -> URL {
        let target = freeName(for: file, at: date)
        let plan = planFile(of: file)
        // What a killed process had in mind is known to the next one.
        if POSIXFiles.kind(plan.path) != .nothing { try FileManager.default.removeItem(at: plan) }
        try POSIXFiles.writeNew(Data(target.lastPathComponent.utf8), to: plan.path, mode: 0o600)
        try move(file, to: target)
        try FileManager.default.removeItem(at: plan)
        return target
    }

    /// Ends a move that was cut short, and answers the new place; nil when there is none to end.
    static func resume(_ file: URL) throws -> URL? {
        let plan = planFile(of: file)
        guard POSIXFiles.kind(plan.path) == .file else { return nil }
        let name = String(decoding: try POSIXFiles.contents(of: plan.path), as: UTF8.self)
        let prefix = file.deletingPathExtension().lastPathComponent + infix
        // A name that was not written whole belongs to a move that had not begun.
        let isWhole = name.hasPrefix(prefix) && name.hasSuffix("." + file.pathExtension) && !name.contains("/")
        let hasWork = isWhole && POSIXFiles.kind(file.path) != .nothing
        let target = file.deletingLastPathComponent().appending(path: name)
        if hasWork { try move(file, to: target) }
        try FileManager.default.removeItem(at: plan)
        return hasWork ? target : nil
    }

    private static func move(_ file: URL, to target: URL) throws {
        let support = supportFolder(of: file)
        if POSIXFiles.kind(support.path) != .nothing { try POSIXFiles.rename(support, to: supportFolder(of: target)) }
        for companion in companions {
            let old = URL(filePath: file.path + companion)
            guard POSIXFiles.kind(old.path) != .nothing else { continue }
            try POSIXFiles.rename(old, to: URL(filePath: target.path + companion))
        }
    }

    private static func planFile(of file: URL) -> URL {
        file.deletingPathExtension().appendingPathExtension("moving")
    }

    /// The folder beside a store in which large values are kept.
    private static func supportFolder(of file: URL) -> URL {
        file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent)_SUPPORT")
    }

    private static func freeName(for file: URL, at date: Date) -> URL {
        let day = ISOTimestamp.text(date).prefix(19).replacingOccurrences(of: ":", with: "-")
        let name = file.deletingPathExtension().lastPathComponent
        let folder = file.deletingLastPathComponent()
        var attempt = 1
        while true {
            let number = attempt > 1 ? "-\(attempt)" : ""
            let candidate = folder.appending(path: "\(name)\(infix)\(day)\(number).\(file.pathExtension)")
            if POSIXFiles.kind(candidate.path) == .nothing { return candidate }
            attempt += 1
        }
    }

    // MARK: - What waits to be recovered

    /// The damaged stores beside the store from which nobody has tried to recover anything yet, oldest first.
    static func waiting(beside file: URL) -> [URL] {
        let folder = file.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().map { folder.appending(path: $0) }
            .filter { isDamaged($0, beside: file) && POSIXFiles.kind(recoveredMark(of: $0).path) == .nothing }
    }

    /// Notes that what the damaged store still held was brought over.
    static func markRecovered(_ damaged: URL, beside file: URL) {
        let folder = file.deletingLastPathComponent().standardizedFileURL.path
        guard isDamaged(damaged, beside: file), damaged.deletingLastPathComponent().standardizedFileURL.path == folder
        else { return }
        // Without the mark the file is named once more, which costs a line.
        try? Data().write(to: recoveredMark(of: damaged))
    }

    private static func isDamaged(_ candidate: URL, beside file: URL) -> Bool {
        candidate.lastPathComponent.hasPrefix(file.deletingPathExtension().lastPathComponent + infix)
            && candidate.pathExtension == file.pathExtension
    }

    private static func recoveredMark(of damaged: URL) -> URL {
        damaged.appendingPathExtension("recovered")
    }
}
