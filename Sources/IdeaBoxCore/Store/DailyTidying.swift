import Foundation
import SwiftData

/// Sees to it that the store is looked over and tidied at the first change of a day, and that the other commands need
/// not think of it.
struct DailyTidying {
    private static let secondsPerDay: TimeInterval = 24 * 60 * 60
    /// Larger files take longer to look over than a command may; their damage shows when it is met.
    private static let maximumCheckedBytes = 32 * 1_024 * 1_024
    let folder: URL

    private var mark: URL { folder.appending(path: "IdeaBox.tidied") }

    func run(_ repository: IdeaRepository) throws {
        let now = try repository.correctedNow
        let last = (try? String(contentsOf: mark, encoding: .utf8)).flatMap { ISOTimestamp.date($0) }
        if let last, last <= now, now.timeIntervalSince(last) < Self.secondsPerDay { return }
        try check(folder.appending(path: DataFolders.storeName))
        try repository.tidy()
        try repository.exclusively { SalvageFolder.sweep(folder) }
        // Without the mark the next command tidies again, which costs a moment and does no harm.
        try? Data(ISOTimestamp.text(now).utf8).write(to: mark)
    }

    private func check(_ file: URL) throws {
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        guard size <= Self.maximumCheckedBytes, let damage = try StoreConfiguration.damage(in: file) else { return }
        throw StoreError.damaged(file, reason: damage)
    }
}
