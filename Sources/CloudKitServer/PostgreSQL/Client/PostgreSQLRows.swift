import CPostgreSQL

/// The rows that a statement gave, in binary form.
///
/// A column that is null, or of another type than is asked for, reads as zero, empty or nil: the statements here know
/// what they select.
final class PostgreSQLRows {
    private let result: OpaquePointer
    /// How many rows there are.
    let count: Int

    /// Takes over a result of libpq's, and clears it in the end.
    init(_ result: OpaquePointer) {
        self.result = result
        count = Int(PQntuples(result))
    }

    deinit {
        PQclear(result)
    }

    /// How many rows the statement inserted, changed or deleted.
    var affected: Int {
        Int(String(cString: PQcmdTuples(result))) ?? 0
    }

    /// The name of what was done, such as `COMMIT`.
    var command: String {
        String(cString: PQcmdStatus(result))
    }

    /// A row.
    func row(_ number: Int) -> PostgreSQLRow {
        PostgreSQLRow(rows: self, number: Int32(number))
    }

    /// The first row, if there is any.
    var first: PostgreSQLRow? {
        count > 0 ? row(0) : nil
    }

    func map<Value>(_ transform: (PostgreSQLRow) throws -> Value) rethrows -> [Value] {
        try (0..<count).map { try transform(row($0)) }
    }

    fileprivate func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer? {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column) else { return nil }
        return UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column)))
    }
}

/// One row.
struct PostgreSQLRow {
    fileprivate let rows: PostgreSQLRows
    fileprivate let number: Int32

    func isNull(_ column: Int) -> Bool {
        rows.bytes(number, Int32(column)) == nil
    }

    func integer(_ column: Int) -> Int64 {
        guard let bytes = rows.bytes(number, Int32(column)), bytes.count == 8 else { return 0 }
        return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
    }

    func double(_ column: Int) -> Double {
        Double(bitPattern: UInt64(bitPattern: integer(column)))
    }

    func boolean(_ column: Int) -> Bool {
        rows.bytes(number, Int32(column))?.first == 1
    }

    func text(_ column: Int) -> String {
        rows.bytes(number, Int32(column)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    func bytes(_ column: Int) -> [UInt8] {
        optionalBytes(column) ?? []
    }

    func optionalBytes(_ column: Int) -> [UInt8]? {
        rows.bytes(number, Int32(column)).map(Array.init)
    }
}
