import GRDB
import GRDBSQLite
import Synchronization

@testable import SwiftData

/// Counts the statements that read rows in a container's stores.
final class StatementCount {
    private let recorder = Recorder()
    private let stores: [SQLiteStore]

    private final class Recorder: Sendable {
        let statements = Mutex<[String]>([])
    }

    init(_ container: ModelContainer) throws {
        stores = container.stores.compactMap { $0 as? SQLiteStore }
        let target = Unmanaged.passUnretained(recorder).toOpaque()
        for store in stores {
            try store.connection.access { db in
                _ = sqlite3_trace_v2(
                    db.sqliteConnection,
                    UInt32(SQLITE_TRACE_STMT),
                    { _, target, _, text in
                        guard let target, let text else { return 0 }
                        let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
                        let recorder = Unmanaged<Recorder>.fromOpaque(target).takeUnretainedValue()
                        recorder.statements.withLock { $0.append(sql) }
                        return 0
                    },
                    target
                )
            }
        }
    }

    deinit {
        for store in stores {
            try? store.connection.access { db in _ = sqlite3_trace_v2(db.sqliteConnection, 0, nil, nil) }
        }
    }

    /// The statements that read rows since the last time.
    func take() -> [String] {
        recorder.statements.withLock { statements in
            defer { statements = [] }
            return statements.filter { $0.hasPrefix("SELECT") }
        }
    }
}
