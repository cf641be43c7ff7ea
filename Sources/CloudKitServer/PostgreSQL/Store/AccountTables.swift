import Synchronization

/// The names of the tables in statements that are about one account.
///
/// Where the tables are divided as this server divides them, these are the names of the parts that hold the account's rows.
/// A prepared statement on a whole table takes locks on each of its parts, which costs more than what it does. Where they are
/// not, they are the names of the whole tables, and everything is as true.
struct AccountTables: Sendable {
    let answer, answerUsage, database, entry, graveyard, record, recordField: String
    let reference, schemaGrant, subscription, typeIndex, zone: String

    /// The names of the whole tables.
    static let whole = AccountTables(ending: "")
    /// The names of the parts, by number.
    private static let parts = (0..<PostgreSQLTables.parts).map { AccountTables(ending: "_\($0)") }
    /// The whole tables of which parts are named here.
    static let divided = [
        whole.answer, whole.answerUsage, whole.database, whole.entry, whole.graveyard, whole.record, whole.recordField,
        whole.reference, whole.schemaGrant, whole.subscription, whole.typeIndex, whole.zone,
    ]

    private init(ending: String) {
        (answer, answerUsage, database) = ("answer\(ending)", "answer_usage\(ending)", "database\(ending)")
        (entry, graveyard, record) = ("entry\(ending)", "graveyard\(ending)", "record\(ending)")
        (recordField, reference) = ("record_field\(ending)", "reference\(ending)")
        (schemaGrant, subscription) = ("schema_grant\(ending)", "subscription\(ending)")
        (typeIndex, zone) = ("type_index\(ending)", "zone\(ending)")
    }

    /// The names of the parts that hold the rows of an account.
    static func parts(of account: Int64) -> AccountTables {
        parts[part(of: account)]
    }

    /// The number of the part of an account: what `PARTITION BY HASH` makes of a `bigint`.
    ///
    /// PostgreSQL cannot change it, since rows lie where it has put them. A server asks whether it agrees before it goes by it.
    static func part(of account: Int64) -> Int {
        let bits = UInt64(bitPattern: account)
        let (low, high) = (UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32))
        let hash = PartitionHash.hash(low ^ (account >= 0 ? high : ~high))
        return Int(hash % UInt64(PostgreSQLTables.parts))
    }
}

/// Jenkins' hash of a number of 32 bits, with the seed and the mixing of PostgreSQL's partitions.
private enum PartitionHash {
    private static let seed: UInt64 = 0x7A5B_2236_7996_DCFD
    private static let combining: UInt64 = 0x49A0_F4DD_15E5_A8E3
    /// What the three words begin with, for a key of four bytes.
    private static let beginning: UInt32 = 0x9E37_79B9 &+ 4 &+ 3_923_095

    static func hash(_ key: UInt32) -> UInt64 {
        var words = (a: beginning, b: beginning, c: beginning)
        words.a &+= UInt32(truncatingIfNeeded: seed >> 32)
        words.b &+= UInt32(truncatingIfNeeded: seed)
        mix(&words)
        words.a &+= key
        finish(&words)
        return (UInt64(words.b) << 32 | UInt64(words.c)) &+ combining
    }

    private static func mix(_ words: inout (a: UInt32, b: UInt32, c: UInt32)) {
        var (a, b, c) = words
        (a, c) = ((a &- c) ^ rotated(c, 4), c &+ b)
        (b, a) = ((b &- a) ^ rotated(a, 6), a &+ c)
        (c, b) = ((c &- b) ^ rotated(b, 8), b &+ a)
        (a, c) = ((a &- c) ^ rotated(c, 16), c &+ b)
        (b, a) = ((b &- a) ^ rotated(a, 19), a &+ c)
        (c, b) = ((c &- b) ^ rotated(b, 4), b &+ a)
        words = (a, b, c)
    }

    private static func finish(_ words: inout (a: UInt32, b: UInt32, c: UInt32)) {
        var (a, b, c) = words
        c = (c ^ b) &- rotated(b, 14)
        a = (a ^ c) &- rotated(c, 11)
        b = (b ^ a) &- rotated(a, 25)
        c = (c ^ b) &- rotated(b, 16)
        a = (a ^ c) &- rotated(c, 4)
        b = (b ^ a) &- rotated(a, 14)
        c = (c ^ b) &- rotated(b, 24)
        words = (a, b, c)
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}

/// Whether the tables of a PostgreSQL are divided as this server divides them.
final class TableParts: Sendable {
    private let areKnown = Atomic(false)

    /// The names to use in statements about an account.
    func tables(of account: Int64) -> AccountTables {
        areKnown.load(ordering: .relaxed) ? .parts(of: account) : .whole
    }

    /// Asks PostgreSQL; another engine may not know the words of the question.
    func look(in pool: PostgreSQLPool) async {
        let accounts = Self.samples
        let numbers = accounts.map { Int64(AccountTables.part(of: $0)) }
        let agrees = try? await pool.run(.single) { db in
            try db.query(Self.question, [.texts(AccountTables.divided), .integers(accounts), .integers(numbers)])
                .first?.boolean(0)
        }
        areKnown.store(agrees == true, ordering: .relaxed)
    }

    /// Whether each table has its parts under their names, and these accounts are in the parts of these numbers.
    private static let question = """
        SELECT (
            SELECT count(*) = \(PostgreSQLTables.parts) * cardinality($1::text[])
            FROM unnest($1::text[]) AS whole (name) CROSS JOIN generate_series(0, \(PostgreSQLTables.parts - 1)) AS n
            JOIN pg_class part ON part.oid = to_regclass(whole.name || '_' || n)
            JOIN pg_inherits i ON i.inhrelid = part.oid AND i.inhparent = to_regclass(whole.name)
            WHERE pg_get_expr(part.relpartbound, part.oid)
            = format('FOR VALUES WITH (modulus \(PostgreSQLTables.parts), remainder %s)', n)
        ) AND (
            SELECT bool_and(satisfies_hash_partition(to_regclass(whole.name), \(PostgreSQLTables.parts), n::int, account))
            FROM unnest($1::text[]) AS whole (name) CROSS JOIN unnest($2::bigint[], $3::bigint[]) AS own (account, n)
        )
        """

    /// Numbers of both signs and all sizes.
    private static let samples = [0, 1, -1, .max, .min] + (0..<59).flatMap { [Int64(3) << $0, -(Int64(5) << $0)] }
}
