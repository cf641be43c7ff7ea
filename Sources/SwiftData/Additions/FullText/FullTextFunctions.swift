import Foundation
import GRDBSQLite

/// The SQL functions behind full-text search; every connection of a store has them.
///
/// - `fts_text(text)`: the form of a text that the index is given. Called by the triggers that keep an index current,
///   so a program without it cannot write to an indexed table and leave the index behind.
/// - `fts_has(set, key)`: whether a ``FullTextMatches`` holds a key.
enum FullTextFunctions {
    /// Registers the functions on a connection.
    static func register(on connection: OpaquePointer) throws {
        let pure = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        try StoreError.check(
            sqlite3_create_function_v2(connection, "fts_text", 1, pure, nil, indexForm, nil, nil, nil),
            on: connection
        )
        let direct = SQLITE_UTF8 | SQLITE_DIRECTONLY
        try StoreError.check(
            sqlite3_create_function_v2(connection, "fts_has", 2, direct, nil, hasKey, nil, nil, nil),
            on: connection
        )
    }

    private static let indexForm:
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = { context, _, values in
            guard let value = values?[0], let bytes = sqlite3_value_text(value) else { return }
            let text = UnsafeBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
            // Plain text is handed on without being copied.
            if text.allSatisfy({ $0 < 0x80 }) { return sqlite3_result_value(context, value) }
            var form = FullTextTokens.indexForm(of: String(decoding: text, as: UTF8.self))
            form.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    sqlite3_result_text(context, $0.baseAddress, Int32($0.count), transientDestructor)
                }
            }
        }

    private static let hasKey: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
        context,
        _,
        values in
        guard let set = values?[0], let key = values?[1],
            let address = UnsafeRawPointer(bitPattern: Int(sqlite3_value_int64(set)))
        else { return sqlite3_result_int(context, 0) }
        let matches = Unmanaged<FullTextMatches>.fromOpaque(address).takeUnretainedValue()
        guard matches.mayGoOn() else { return sqlite3_result_error(context, "walked far enough", -1) }
        sqlite3_result_int(context, matches.contains(sqlite3_value_int64(key)) ? 1 : 0)
    }
}

/// The keys that a search found, for asking "is this row one of them" a million times.
///
/// A statement refers to it by its address, so it must outlive the statement's run.
final class FullTextMatches {
    /// One bit for each key, where the largest key is small enough.
    private var bits: [UInt64] = []
    /// The keys in ascending order, where it is not.
    private var sorted: [Int64] = []
    private let usesBits: Bool
    let count: Int
    /// How many more rows may be asked about.
    private var questionsLeft: Int
    /// Whether more rows were asked about than was allowed: what was found up to there is of no use.
    private(set) var isExhausted = false

    /// Keys up to here are kept as bits: sixteen megabytes.
    private static let largestBit: Int64 = 1 << 27

    /// - Parameters:
    ///   - keys: In ascending order, none negative.
    ///   - questions: How many rows may be asked about before the search gives up.
    init(ascending keys: [Int64], questions: Int = .max) {
        count = keys.count
        questionsLeft = questions
        let last = keys.last ?? -1
        usesBits = last < Self.largestBit
        if usesBits {
            bits = Array(repeating: 0, count: Int(last / 64) + 1)
            for key in keys where key >= 0 { bits[Int(key >> 6)] |= 1 << UInt64(key & 63) }
        } else {
            sorted = keys
        }
    }

    /// Whether another row may be asked about.
    func mayGoOn() -> Bool {
        if questionsLeft > 0 {
            questionsLeft -= 1
        } else {
            isExhausted = true
        }
        return !isExhausted
    }

    func contains(_ key: Int64) -> Bool {
        guard usesBits else { return containsSorted(key) }
        let word = Int(key >> 6)
        return key >= 0 && word < bits.count && bits[word] & (1 << UInt64(key & 63)) != 0
    }

    private func containsSorted(_ key: Int64) -> Bool {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < sorted.count && sorted[low] == key
    }

    /// What stands for the set in a statement.
    var address: SQLValue {
        .integer(Int64(Int(bitPattern: Unmanaged.passUnretained(self).toOpaque())))
    }
}
