import Foundation
import SwiftData

/// Reads what changed since the last time, and remembers where it stopped.
struct WorkshopSync {
    let container: ModelContainer
    let tokenFile: URL

    struct Summary: Equatable {
        var inserted = 0
        var changed: [String] = []
        var removedNumbers: [Int] = []
    }

    func token() throws -> DefaultHistoryToken? {
        guard let data = try? Data(contentsOf: tokenFile) else { return nil }
        return try JSONDecoder().decode(DefaultHistoryToken.self, from: data)
    }

    func remember(_ token: DefaultHistoryToken) throws {
        try JSONEncoder().encode(token).write(to: tokenFile, options: .atomic)
    }

    func pull(ignoring author: String? = nil) throws -> Summary {
        let context = ModelContext(container)
        var descriptor = HistoryDescriptor<DefaultHistoryTransaction>()
        if let token = try token() {
            descriptor.predicate = #Predicate { $0.token > token && ($0.author == nil || $0.author != author) }
        }
        let transactions = try context.fetchHistory(descriptor)
        var summary = Summary()
        for change in transactions.flatMap(\.changes) {
            switch change {
            case .insert(_ as DefaultHistoryInsert<WorkOrder>):
                summary.inserted += 1
            case .update(let update as DefaultHistoryUpdate<WorkOrder>):
                if update.updatedAttributes.contains(\.customer) { summary.changed.append("customer") }
                if update.containsAttribute(\.badge) { summary.changed.append("badge") }
            case .delete(let delete as DefaultHistoryDelete<WorkOrder>):
                if let number = delete.tombstone[\.number] as? Int { summary.removedNumbers.append(number) }
            default:
                break
            }
        }
        if let last = transactions.last { try remember(last.token) }
        return summary
    }

    func prune() throws {
        guard let token = try token() else { return }
        let old = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token < token })
        try ModelContext(container).deleteHistory(old)
    }
}

/// Collects the tokens that saves announce.
final class SaveTokens: @unchecked Sendable {
    private let lock = NSLock()
    private var tokens: [DefaultHistoryToken] = []
    private var observer: (any NSObjectProtocol)?

    init(context: ModelContext) {
        observer = NotificationCenter.default.addObserver(
            forName: ModelContext.didSave,
            object: context,
            queue: nil
        ) { [weak self] notification in
            let key = ModelContext.NotificationKey.historyTokens.rawValue
            self?.add(notification.userInfo?[key] as? [DefaultHistoryToken] ?? [])
        }
    }

    deinit { observer.map(NotificationCenter.default.removeObserver) }

    private func add(_ new: [DefaultHistoryToken]) { lock.withLock { tokens += new } }

    var all: [DefaultHistoryToken] { lock.withLock { tokens } }
}

/// Waits for saves, as a widget's refresher does.
actor SaveCounter {
    private(set) var inserted = 0

    func follow(_ saves: NotificationCenter.Notifications, until count: Int) async {
        for await save in saves {
            let key = ModelContext.NotificationKey.insertedIdentifiers.rawValue
            inserted += (save.userInfo?[key] as? [PersistentIdentifier])?.count ?? 0
            if inserted >= count { break }
        }
    }
}
