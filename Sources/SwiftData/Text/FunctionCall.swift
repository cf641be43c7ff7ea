import Foundation
import GRDBSQLite

/// One call of an SQL function: its arguments and the place for its result.
struct FunctionCall {
    let context: OpaquePointer
    private let values: UnsafeMutablePointer<OpaquePointer?>

    /// Nil where SQLite passes no arguments, which it never does.
    init?(_ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
        guard let context, let values else { return nil }
        self.context = context
        self.values = values
    }

    func isNull(_ index: Int) -> Bool {
        sqlite3_value_type(values[index]) == SQLITE_NULL
    }

    /// The text of an argument; nil for NULL.
    ///
    /// Valid until the next access to the argument.
    @inline(__always)
    func text(_ index: Int) -> TextBytes? {
        guard let bytes = sqlite3_value_text(values[index]) else { return nil }
        return TextBytes(start: bytes, count: Int(sqlite3_value_bytes(values[index])))
    }

    func string(_ index: Int) -> String? {
        text(index)?.string
    }

    func integer(_ index: Int) -> Int64 { sqlite3_value_int64(values[index]) }

    func real(_ index: Int) -> Double { sqlite3_value_double(values[index]) }

    func blob(_ index: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_value_blob(values[index]),
            count: Int(sqlite3_value_bytes(values[index]))
        )
    }

    /// What was made of a constant argument in an earlier row of the statement, or is made now.
    @inline(__always)
    func prepared<Value>(_ index: Int, _ make: (String) -> Value) -> Value? {
        if let kept = sqlite3_get_auxdata(context, CInt(index)) {
            return Unmanaged<Prepared<Value>>.fromOpaque(kept).takeUnretainedValue().value
        }
        guard let text = string(index) else { return nil }
        let value = make(text)
        let kept = Unmanaged.passRetained(Prepared(value) as AnyObject).toOpaque()
        sqlite3_set_auxdata(context, CInt(index), kept) { kept in
            if let kept { Unmanaged<AnyObject>.fromOpaque(kept).release() }
        }
        return value
    }
}

/// A value that SQLite keeps for a function between rows.
private final class Prepared<Value> {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}

// MARK: - Results

extension FunctionCall {
    func answer(_ answer: Bool) { sqlite3_result_int(context, answer ? 1 : 0) }

    func answer(_ number: Int64) { sqlite3_result_int64(context, number) }

    func answer(_ number: Double) { sqlite3_result_double(context, number) }

    func answer(_ order: ComparisonResult) { sqlite3_result_int(context, CInt(order.rawValue)) }

    func answer(_ text: String) {
        text.withTextBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                sqlite3_result_text64(
                    context,
                    characters.baseAddress,
                    UInt64(characters.count),
                    transientDestructor,
                    UInt8(SQLITE_UTF8)
                )
            }
        }
    }

    func answer(blob: [UInt8]) {
        if blob.isEmpty { return sqlite3_result_zeroblob(context, 0) }
        sqlite3_result_blob64(context, blob, UInt64(blob.count), transientDestructor)
    }

    func answerNull() { sqlite3_result_null(context) }
}
