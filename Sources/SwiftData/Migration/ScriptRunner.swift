import Foundation
import GRDB

/// Runs a script on a store, in the transaction that the caller has opened.
struct ScriptRunner {
    let database: Database

    /// Runs every step, then looks for links to objects that do not exist.
    ///
    /// - Throws: `MigrationError` for what a check finds; GRDB's errors.
    func run(_ steps: [MigrationScript.Step], defaults: MigrationDefaults) throws {
        guard !steps.isEmpty else { return }
        let function = DefaultFunction.make(defaults)
        database.add(function: function)
        defer { database.remove(function: function) }
        for step in steps {
            switch step {
            case .execute(let sql): try database.execute(sql: sql)
            case .check(let check): try run(check)
            }
        }
        try checkForeignKeys()
    }

    private func run(_ check: MigrationCheck) throws {
        guard let row = try Row.fetchOne(database, sql: check.sql) else { return }
        throw check.error(row.map { Self.text(of: $0.1) })
    }

    private static func text(of value: DatabaseValue) -> String {
        switch value.storage {
        case .null: "nil"
        case .int64(let number): String(number)
        case .double(let number): String(number)
        case .string(let text): text.count > 60 ? "\(text.prefix(60))…" : text
        case .blob(let data):
            data.withUnsafeBytes { bytes in
                let uuid = bytes.count == 16 ? UUID(bytes: bytes) : nil
                return uuid?.uuidString ?? "\(data.count) bytes"
            }
        }
    }

    private func checkForeignKeys() throws {
        guard let violation = try database.foreignKeyViolations().next() else { return }
        let reason = "leads to an object of \(violation.destinationTable) that does not exist."
        let key = violation.originRowID.map { " with key \($0)" } ?? ""
        throw MigrationError(.danglingLink, entity: violation.originTable, "The object\(key) \(reason)")
    }
}

extension UUID {
    /// The identifier in 16 bytes.
    fileprivate init?(bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
}
