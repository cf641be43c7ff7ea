import CPostgreSQL
import Foundation

/// A statement with its values.
struct PostgreSQLCall: Sendable {
    let sql: String
    let values: [PostgreSQLValue]

    init(_ sql: String, _ values: [PostgreSQLValue] = []) {
        self.sql = sql
        self.values = values
    }
}

/// One connection, used by one thread at a time.
///
/// Statements travel in libpq's pipeline mode: any number of them in one round trip. They are prepared when they are
/// first sent and stay so.
final class PostgreSQLConnection {
    /// Statements that a connection keeps prepared.
    ///
    /// Their texts are a closed set, some of them once for each part of the tables, so this is reached by mistake only;
    /// then nothing more is prepared.
    static let preparedStatements = 2_048
    /// Waits that are longer than any that makes sense: for a lock, and of the server for us within a transaction.
    private static let limits = "SET lock_timeout = '15s'; SET idle_in_transaction_session_timeout = '60s'"

    /// One plan for each statement, and by index.
    ///
    /// Every statement here names its keys, so that plan is right for all values and sizes of tables. To plan anew each
    /// time, with tables in parts, takes longer than to do; but the one plan is dear, so a connection must have lived a
    /// while. Other engines than PostgreSQL may not know these.
    private static let planning = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off"

    /// Transactions after which a connection plans for good.
    private static let youth = 200

    private let handle: OpaquePointer
    private var uses = 0
    private var prepared: [String: String] = [:]

    /// Connects.
    ///
    /// - Parameter address: A URL, or what else libpq takes; several hosts in it are tried in turn.
    /// - Throws: ``PostgreSQLError``.
    init(_ address: String) throws {
        let handle = try Self.connect(address)
        do {
            try Self.run(Self.limits, handle)
            guard PQenterPipelineMode(handle) == 1 else { throw Self.failure(of: handle) }
        } catch {
            PQfinish(handle)
            throw error
        }
        self.handle = handle
    }

    deinit {
        PQfinish(handle)
    }

    static func connect(_ address: String) throws -> OpaquePointer {
        // What stands before the address may be said otherwise in it; what stands behind may not.
        let options = [
            ("connect_timeout", "5"), ("fallback_application_name", "cloudkit-server"),
            ("tcp_user_timeout", "15000"), ("keepalives_idle", "30"), ("target_session_attrs", "read-write"),
            ("dbname", address), ("client_encoding", "UTF8"),
        ]
        let keywords = options.map { strdup($0.0) }
        let values = options.map { strdup($0.1) }
        defer { for text in keywords + values { free(text) } }
        let handle = PQconnectdbParams(
            keywords.map { UnsafePointer($0) } + [nil],
            values.map { UnsafePointer($0) } + [nil],
            1
        )
        guard let handle else {
            throw PostgreSQLError(kind: .disconnected, state: "", message: "there is no memory for a connection")
        }
        guard PQstatus(handle) == CONNECTION_OK else {
            defer { PQfinish(handle) }
            throw PostgreSQLError(
                kind: .disconnected,
                state: "",
                message: String(cString: PQerrorMessage(handle))
            )
        }
        // Notices are for people at a terminal.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        return handle
    }

    /// Whether it can be used on.
    var isUsable: Bool {
        PQstatus(handle) == CONNECTION_OK
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool {
        PQtransactionStatus(handle) != PQTRANS_IDLE
    }

    // MARK: - Statements

    /// Sends statements in one round trip and gets what each gave.
    ///
    /// - Throws: The first ``PostgreSQLError``; the statements after it were not done.
    func run(_ calls: [PostgreSQLCall]) throws -> [PostgreSQLRows] {
        var expected: [Expectation] = []
        for call in calls { try send(call, &expected) }
        guard PQpipelineSync(handle) == 1 else { throw failure }
        var answers: [PostgreSQLRows] = []
        var problem: PostgreSQLError?
        for expectation in expected {
            guard let rows = try next(&problem) else { continue }
            switch expectation {
            case .preparation(let sql, let name): prepared[sql] = name
            case .rows: answers.append(rows)
            }
        }
        try finishPipeline()
        if let problem { throw problem }
        return answers
    }

    /// Makes ready for a long life, between two transactions, once the connection has lived for a while.
    func prepareForReuse() {
        uses += 1
        if uses == Self.youth { try? run(script: Self.planning) }
    }

    /// Runs a script of several statements without values.
    func run(script: String) throws {
        guard PQexitPipelineMode(handle) == 1 else { throw failure }
        defer { _ = PQenterPipelineMode(handle) }
        try Self.run(script, handle)
    }

    private enum Expectation {
        case preparation(sql: String, name: String)
        case rows
    }

    private func send(_ call: PostgreSQLCall, _ expected: inout [Expectation]) throws {
        var name = prepared[call.sql] ?? Self.name(of: call.sql, among: expected)
        if name == nil {
            let isKept = prepared.count + expected.count < Self.preparedStatements
            let new = isKept ? "s\(prepared.count)_\(expected.count)" : ""
            let types = call.values.map(\.type)
            guard PQsendPrepare(handle, new, call.sql, Int32(types.count), types) == 1 else { throw failure }
            // The statement without a name is overwritten by the next one.
            expected.append(.preparation(sql: isKept ? call.sql : "", name: new))
            name = new
        }
        try send(call.values, to: name ?? "")
        expected.append(.rows)
    }

    private static func name(of sql: String, among expected: [Expectation]) -> String? {
        for case .preparation(sql, let name) in expected where !name.isEmpty { return name }
        return nil
    }

    private func send(_ values: [PostgreSQLValue], to name: String) throws {
        // The first byte is there so that an empty value has an address: one without is null.
        var bytes: [UInt8] = [0]
        var (starts, lengths) = ([Int?](), [Int32]())
        for value in values {
            let start = bytes.count
            starts.append(value.append(to: &bytes) ? start : nil)
            lengths.append(Int32(bytes.count - start))
        }
        let formats = [Int32](repeating: 1, count: values.count)
        let isSent = bytes.withUnsafeBytes { buffer in
            let base = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = starts.map { start in start.flatMap { base?.advanced(by: $0) } }
            return PQsendQueryPrepared(handle, name, Int32(values.count), pointers, lengths, formats, 1)
        }
        guard isSent == 1 else { throw failure }
    }

    /// The next answer, and the end mark behind it; nil if it is an error or was never done because of one.
    private func next(_ problem: inout PostgreSQLError?) throws -> PostgreSQLRows? {
        guard let result = PQgetResult(handle) else { throw lost }
        let rows = PostgreSQLRows(result)
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
            while let more = PQgetResult(handle) { PQclear(more) }
            return rows
        case PGRES_PIPELINE_ABORTED: break
        default: problem = problem ?? Self.error(in: result, handle)
        }
        if !isUsable { throw problem ?? lost }
        while let more = PQgetResult(handle) { PQclear(more) }
        return nil
    }

    private func finishPipeline() throws {
        guard let result = PQgetResult(handle) else { throw lost }
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_PIPELINE_SYNC else { throw lost }
    }
}

// MARK: - Errors

extension PostgreSQLConnection {
    private var failure: PostgreSQLError {
        Self.failure(of: handle)
    }

    /// The connection broke within a pipeline.
    private var lost: PostgreSQLError {
        PostgreSQLError(kind: .disconnected, state: "", message: String(cString: PQerrorMessage(handle)))
    }

    fileprivate static func failure(of handle: OpaquePointer) -> PostgreSQLError {
        PostgreSQLError(
            kind: PQstatus(handle) == CONNECTION_OK ? .refused : .disconnected,
            state: "",
            message: String(cString: PQerrorMessage(handle))
        )
    }

    private static func error(in result: OpaquePointer, _ handle: OpaquePointer) -> PostgreSQLError {
        let field = { (code: Character) in
            PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
        }
        return PostgreSQLError(
            kind: PQstatus(handle) == CONNECTION_OK ? .refused : .disconnected,
            state: field("C") ?? "",
            message: field("M") ?? String(cString: PQresultErrorMessage(result))
        )
    }

    /// Runs a script on a connection that is not in pipeline mode.
    static func run(_ script: String, _ handle: OpaquePointer) throws {
        guard let result = PQexec(handle, script) else { throw failure(of: handle) }
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
        default: throw error(in: result, handle)
        }
    }
}
