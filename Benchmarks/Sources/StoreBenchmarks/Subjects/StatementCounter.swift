import GRDBSQLite
import Synchronization

/// Counts the statements that reach SQLite, on connections opened after it began.
enum StatementCounter {
    private static let count = Atomic<Int>(0)

    /// Listens to every connection that is opened from now on.
    ///
    /// SQLite runs an "automatic extension" for each new connection; this one asks to be told of statements.
    static let begin: Void = {
        typealias EntryPoint = @convention(c) () -> Void
        let entry:
            @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, OpaquePointer?) -> Int32 =
                { connection, _, _ in
                    sqlite3_trace_v2(connection, UInt32(SQLITE_TRACE_STMT), { _, _, _, text in note(text) }, nil)
                }
        sqlite3_auto_extension(unsafeBitCast(entry, to: EntryPoint.self))
    }()

    /// How many statements `body` ran; those that begin and end transactions and pragmas are not counted.
    static func statements(during body: () throws -> Void) rethrows -> Int {
        let before = count.load(ordering: .relaxed)
        try body()
        return count.load(ordering: .relaxed) - before
    }

    private static let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"]

    private static func note(_ text: UnsafeMutableRawPointer?) -> Int32 {
        guard let text else { return 0 }
        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
        if verbs.contains(where: sql.hasPrefix) { count.wrappingAdd(1, ordering: .relaxed) }
        return 0
    }
}
