import Foundation

/// The history of one store: reading and deleting it over the store's connection.
struct HistoryLog {
    let connection: OpaquePointer
    let storeIdentifier: String
    /// The classes of the container's entities, by entity name.
    let modelTypes: [String: any PersistentModel.Type]

    /// The position after the last transaction.
    func currentToken() throws -> DefaultHistoryToken {
        let last = try isPresent() ? HistorySQL.lastTransaction(connection) : 0
        return DefaultHistoryToken(storeIdentifier: storeIdentifier, transaction: last)
    }

    /// Whether the store has its tables: they come with the first save.
    func isPresent() throws -> Bool {
        let sql = "SELECT count(*) FROM sqlite_master WHERE name = '_history'"
        return try RawStatement.integer(sql, on: connection) == 1
    }

    // MARK: Reading

    /// The transactions that match a descriptor.
    ///
    /// - Throws: ``SwiftDataError/historyTokenExpired`` where a part of what was asked for is gone,
    ///   ``SwiftDataError/unsupportedPredicate`` where the predicate fails.
    func fetch(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws -> [DefaultHistoryTransaction] {
        guard try isPresent() else { return [] }
        let plan = HistoryQuery(descriptor, storeIdentifier: storeIdentifier)
        try refuseExpired(plan.lowerBounds)
        var found = try transactions(plan)
        if let predicate = plan.remainingPredicate { found = try found.filter(matching(predicate)) }
        if !plan.remainingSort.isEmpty { found.sort(using: plan.remainingSort) }
        return plan.remainingLimit.map { Array(found.prefix($0)) } ?? found
    }

    private func refuseExpired(_ lowerBounds: [Int64]) throws {
        guard let oldest = lowerBounds.min() else { return }
        let floor = try HistorySQL.floor(connection)
        guard oldest < floor else { return }
        throw SwiftDataError.historyTokenExpired.explained(
            "The token stands at transaction \(oldest); the history begins after transaction \(floor)."
        )
    }

    private func transactions(_ plan: HistoryQuery) throws -> [DefaultHistoryTransaction] {
        let resolver = try HistoryResolver(
            connection,
            storeIdentifier: storeIdentifier,
            modelTypes: modelTypes
        )
        let statement = try RawStatement(connection, plan.sql)
        let changes = try RawStatement(connection, Self.selectChanges)
        statement.bind(plan.arguments)
        var found: [DefaultHistoryTransaction] = []
        while try statement.step() {
            let number = statement.integer(0)
            let list = HistoryChangeList(
                records: try records(ofTransaction: number, changes),
                transaction: number,
                resolver: resolver
            )
            found.append(
                DefaultHistoryTransaction(
                    number: number,
                    storeIdentifier: storeIdentifier,
                    timestamp: Date(timeIntervalSinceReferenceDate: statement.double(1)),
                    author: statement.text(2),
                    bundleIdentifier: statement.text(3) ?? "",
                    processIdentifier: statement.text(4) ?? "",
                    changes: list
                )
            )
        }
        return found
    }

    private static let selectChanges = """
        SELECT id, entity, kind, pk, pk_last, mask, tombstone FROM _history
        WHERE id >= ? AND id < ? ORDER BY id
        """

    private func records(ofTransaction number: Int64, _ statement: RawStatement) throws -> [HistoryRecord] {
        defer { statement.reset() }
        statement.bind(HistorySQL.firstChange(ofTransaction: number), at: 1)
        statement.bind(HistorySQL.firstChange(ofTransaction: number + 1), at: 2)
        var records: [HistoryRecord] = []
        while try statement.step() {
            guard let kind = HistoryKind(rawValue: statement.integer(2)) else { continue }
            records.append(
                HistoryRecord(
                    number: statement.integer(0),
                    entity: statement.integer(1),
                    kind: kind,
                    firstKey: statement.integer(3),
                    lastKey: statement.integer(4),
                    mask: UInt64(bitPattern: statement.integer(5)),
                    tombstone: statement.text(6)
                )
            )
        }
        return records
    }

    private func matching(
        _ predicate: Predicate<DefaultHistoryTransaction>
    ) -> (DefaultHistoryTransaction) throws -> Bool {
        { transaction in
            do {
                return try predicate.evaluate(transaction)
            } catch {
                throw SwiftDataError.unsupportedPredicate.explained("In a history descriptor: \(error)")
            }
        }
    }

    // MARK: Deleting

    /// Deletes the transactions that match a descriptor, whether or not a consumer still wants them.
    func delete(_ descriptor: HistoryDescriptor<DefaultHistoryTransaction>) throws {
        guard try isPresent() else { return }
        let plan = HistoryQuery(descriptor, storeIdentifier: storeIdentifier)
        let numbers = try plan.isComplete ? numbers(plan) : fetch(descriptor).map(\.transactionIdentifier)
        for run in Self.runs(of: numbers.sorted()) { try delete(transactions: run) }
    }

    private func numbers(_ plan: HistoryQuery) throws -> [Int64] {
        let statement = try RawStatement(connection, plan.sql)
        statement.bind(plan.arguments)
        var numbers: [Int64] = []
        while try statement.step() { numbers.append(statement.integer(0)) }
        return numbers
    }

    func delete(transactions: ClosedRange<Int64>) throws {
        let last = try HistorySQL.lastTransaction(connection)
        if transactions.contains(last) {
            try RawStatement.run(
                "INSERT OR REPLACE INTO _history_consumer(name, token, seen) VALUES(?, ?, 0)",
                [.text(HistorySQL.lastDeleted), .integer(last)],
                on: connection
            )
        }
        try RawStatement.run(
            "DELETE FROM _history WHERE id >= ? AND id < ?",
            [
                .integer(HistorySQL.firstChange(ofTransaction: transactions.lowerBound)),
                .integer(HistorySQL.firstChange(ofTransaction: transactions.upperBound + 1)),
            ],
            on: connection
        )
    }

    /// Runs of consecutive numbers in an ascending list.
    static func runs(of numbers: [Int64]) -> [ClosedRange<Int64>] {
        var runs: [ClosedRange<Int64>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 >= number {
                runs[runs.count - 1] = last.lowerBound...max(last.upperBound, number)
            } else {
                runs.append(number...number)
            }
        }
        return runs
    }
}
