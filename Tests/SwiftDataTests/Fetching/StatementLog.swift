import GRDB
import GRDBSQLite
import Synchronization

@testable import SwiftData

/// The statements that a container's stores run while it listens.
final class StatementLog {
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

    /// The statements since the last time that begin with a word; triggers' own (`-- …`) and pragmas count nowhere.
    func take(_ verb: String = "SELECT") -> [String] {
        recorder.statements.withLock { statements in
            defer { statements = [] }
            return statements.filter { $0.hasPrefix(verb) }
        }
    }

    /// How many statements `body` ran.
    func count<Result>(_ verb: String = "SELECT", _ body: () throws -> Result) rethrows -> Int {
        _ = take()
        _ = try body()
        return take(verb).count
    }
}
