import SwiftData

/// Compares the history that the store keeps with the commits that there were.
struct HistoryCheck {
    let ledger: HistoryLedger
    let context: ModelContext
    /// Whether each commit must be there.
    let isComplete: Bool

    /// What the history lacks or has too much; nil where it is right.
    func difference() throws -> String? {
        let transactions = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        for (earlier, later) in zip(transactions, transactions.dropFirst())
        where later.transactionIdentifier <= earlier.transactionIdentifier {
            return "transaction \(later.transactionIdentifier) follows \(earlier.transactionIdentifier)"
        }
        guard isComplete else { return nil }
        // A save that changes no row of the oracle's may be there, and has no entry.
        var rest = transactions[...]
        for (place, entry) in ledger.entries.enumerated() {
            guard let found = rest.firstIndex(where: { isSame($0, entry) }) else {
                return "commit \(place) of \(entry.author) has no transaction: "
                    + "inserted \(words(entry.inserted)), deleted \(words(entry.deleted)), "
                    + "updated \(words(entry.updated)); "
                    + "the history has \(rest.map(words).joined(separator: " | "))"
            }
            rest = rest[(found + 1)...]
        }
        return nil
    }

    private func isSame(_ transaction: DefaultHistoryTransaction, _ entry: HistoryLedger.Entry) -> Bool {
        let rows = rows(transaction)
        return transaction.author == entry.author && rows.inserted == entry.inserted && rows.deleted == entry.deleted
            && entry.updated.isSubset(of: rows.updated)
    }

    private typealias Rows = (
        inserted: Set<HistoryLedger.Row>, deleted: Set<HistoryLedger.Row>, updated: Set<HistoryLedger.Row>
    )

    private func rows(_ transaction: DefaultHistoryTransaction) -> Rows {
        var rows: Rows = ([], [], [])
        for change in transaction.changes {
            guard let row = row(change.changedPersistentIdentifier) else { continue }
            switch change {
            case .insert: rows.inserted.insert(row)
            case .update: rows.updated.insert(row)
            case .delete: rows.deleted.insert(row)
            }
        }
        return rows
    }

    private func row(_ identifier: PersistentIdentifier) -> HistoryLedger.Row? {
        let name = identifier.entityName == "Lamp" ? "item" : identifier.entityName.lowercased()
        guard let entity = Entity(rawValue: name), entity != .token, let key = identifier.rowKey else { return nil }
        return ledger.row(entity, key)
    }

    private func words(_ rows: Set<HistoryLedger.Row>) -> String {
        rows.sorted().map { "\($0.entity.rawValue) \($0.number)" }.joined(separator: ", ")
    }

    private func words(_ transaction: DefaultHistoryTransaction) -> String {
        let rows = rows(transaction)
        return
            "\(transaction.author ?? "nobody") +[\(words(rows.inserted))] -[\(words(rows.deleted))] "
            + "~[\(words(rows.updated))]"
    }
}

extension PersistentIdentifier {
    /// The key of the row, as the identifier's description ends with it.
    var rowKey: Int64? {
        description.split(separator: "/").last.flatMap { $0.first == "p" ? Int64($0.dropFirst()) : nil }
    }
}
