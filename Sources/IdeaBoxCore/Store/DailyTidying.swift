import Foundation

/// Sees to it that the store is tidied at the first change of a day, and that the other commands need not think of it.
struct DailyTidying {
    private static let secondsPerDay: TimeInterval = 24 * 60 * 60
    let folder: URL

    private var mark: URL { folder.appending(path: "IdeaBox.tidied") }

    func run(_ repository: IdeaRepository) throws {
        let now = repository.surroundings.now()
        let last = (try? String(contentsOf: mark, encoding: .utf8)).flatMap { ISOTimestamp.date($0) }
        if let last, last <= now, now.timeIntervalSince(last) < Self.secondsPerDay { return }
        try repository.tidy()
        // Without the mark the next command tidies again, which costs a moment and does no harm.
        try? Data(ISOTimestamp.text(now).utf8).write(to: mark)
    }
}
