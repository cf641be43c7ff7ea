/// Statements on a connection that hold together, or a read of one statement.
///
/// Statements whose rows nobody needs wait for the next one that somebody does, or for the commit, and travel with it.
final class PostgreSQLTransaction {
    /// How a transaction begins.
    enum Mode: Hashable, Sendable {
        /// Each statement for itself: for reads of one statement.
        case single
        /// All statements see one snapshot; nothing may be written.
        case snapshot
        /// Reads and writes; each statement sees what was committed before it. Row locks give the order.
        case write

        fileprivate var begin: PostgreSQLCall? {
            switch self {
            case .single: nil
            case .snapshot: PostgreSQLCall("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            case .write: PostgreSQLCall("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
            }
        }
    }

    private let connection: PostgreSQLConnection
    private let parts: TableParts
    private var waiting: [PostgreSQLCall]

    private init(_ connection: PostgreSQLConnection, _ mode: Mode, _ parts: TableParts) {
        self.connection = connection
        self.parts = parts
        waiting = mode.begin.map { [$0] } ?? []
    }

    /// Does some work in a transaction; what it returns is returned once that is committed.
    ///
    /// - Throws: What the work throws, ``PostgreSQLError``; then nothing of it is kept, unless the error says that it is
    ///   not known.
    static func run<Value>(
        _ mode: Mode,
        on connection: PostgreSQLConnection,
        _ parts: TableParts,
        _ work: (PostgreSQLTransaction) throws -> Value
    ) throws -> Value {
        let transaction = PostgreSQLTransaction(connection, mode, parts)
        do {
            let value = try work(transaction)
            if mode != .single { try transaction.commit() }
            return value
        } catch {
            transaction.rollBack()
            throw error
        }
    }

    /// The names of the tables in statements that are about one account.
    func tables(of account: AccountID) -> AccountTables {
        tables(of: account.rawValue)
    }

    /// The names of the tables in statements that are about one account.
    func tables(of account: Int64) -> AccountTables {
        parts.tables(of: account)
    }

    /// Runs a statement, and those that wait.
    func query(_ sql: String, _ values: [PostgreSQLValue] = []) throws -> PostgreSQLRows {
        guard let rows = try query([PostgreSQLCall(sql, values)]).first else {
            throw PostgreSQLError(kind: .refused, state: "", message: "a statement gave no result")
        }
        return rows
    }

    /// Runs statements in one round trip, and those that wait before them.
    func query(_ calls: [PostgreSQLCall]) throws -> [PostgreSQLRows] {
        let before = waiting
        waiting = []
        return Array(try connection.run(before + calls).dropFirst(before.count))
    }

    /// Lets a statement wait.
    func later(_ sql: String, _ values: [PostgreSQLValue] = []) {
        waiting.append(PostgreSQLCall(sql, values))
    }

    /// Sends what waits.
    func flush() throws {
        if !waiting.isEmpty { _ = try query([]) }
    }

    /// Runs a script of several statements without values.
    func run(script: String) throws {
        try flush()
        try connection.run(script: script)
    }

    private func commit() throws {
        // Nothing was sent, not even the beginning.
        if waiting.count == 1, !connection.isInTransaction { return }
        do {
            let command = try query([PostgreSQLCall("COMMIT")]).last?.command
            guard command == "COMMIT" else {
                throw PostgreSQLError(kind: .refused, state: "", message: "the transaction was rolled back")
            }
        } catch let error as PostgreSQLError where !connection.isUsable {
            throw PostgreSQLError(kind: .unknownCommit, state: error.state, message: error.message)
        }
    }

    private func rollBack() {
        guard connection.isUsable, connection.isInTransaction else { return }
        // Should it fail, the connection is found to be in a transaction, and is given up.
        _ = try? connection.run([PostgreSQLCall("ROLLBACK")])
    }
}
