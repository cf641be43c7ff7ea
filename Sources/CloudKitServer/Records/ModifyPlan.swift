import CloudKitWebServices

/// Decides what becomes of each operation on the records of a zone, and what is to be written.
///
/// It only reads; the store writes what it says. Every store uses this one, so all of them decide alike. An operation
/// that fails leaves nothing behind; in an atomic batch none does then.
///
/// Source: the reference's table of operation types. Apple's service also refuses to delete the parent of live records;
/// this one does not, since parents matter only to shares.
public struct ModifyPlan<Contents: ZoneContents> {
    let command: ModifyCommand
    let contents: Contents
    /// What became of each operation, in their order.
    public private(set) var results: [OperationResult] = []
    /// The last sequence number after it all.
    public internal(set) var head: Int64
    /// By how much the account holds more.
    public internal(set) var growth = Usage()
    var schema: SchemaCheck
    var changed: [String: RecordChange] = [:]
    var order: [String] = []
    var newReferrers: [String: Set<String>] = [:]
    var dependents = Usage()
    private var answerBytes: Int64 = 0
    private let usage: Usage

    /// Plans a command.
    ///
    /// - Throws: What the contents throw.
    public init(_ command: ModifyCommand, zone: ZoneState, usage: Usage, contents: Contents) throws {
        self.command = command
        self.contents = contents
        self.usage = usage
        head = zone.head
        schema = SchemaCheck(mayGrow: command.zone.database.environment == .development)
        for operation in command.operations { results.append(try decide(operation)) }
        if command.isAtomic { undoIfAnyFailed(head: zone.head) }
    }

    /// The records to write, in the order of their numbers.
    public var changes: [RecordChange] {
        order.compactMap { changed[$0] }.sorted { $0.new.sequence < $1.new.sequence }
    }

    /// The fields whose types this fixes.
    public var newFields: [SchemaCheck.NewField] {
        schema.newFields
    }

    /// A save changes nothing but the schema before it is sure to succeed; a delete may fail half way down a chain.
    private mutating func decide(_ operation: RecordOperation) throws -> OperationResult {
        let name = operation.record.recordName ?? ""
        if operation.operationType.isDelete { return try decideDelete(operation, name) }
        let mark = schema.mark
        do {
            return try save(operation, name)
        } catch let error as WireError {
            schema.goBack(to: mark)
            return .failed(error)
        }
    }

    private mutating func decideDelete(_ operation: RecordOperation, _ name: String) throws -> OperationResult {
        let before = self
        do {
            return try delete(operation, name)
        } catch let error as WireError {
            // What was looked at in vain counts too, or one request could look at it again and again.
            let (dependents, answerBytes) = (dependents, answerBytes)
            self = before
            (self.dependents, self.answerBytes) = (dependents, answerBytes)
            return .failed(error)
        }
    }

    private mutating func undoIfAnyFailed(head: Int64) {
        let failures = results.count { if case .failed = $0 { true } else { false } }
        guard failures > 0 else { return }
        (self.head, growth, changed, order) = (head, Usage(), [:], [])
        schema.goBack(to: 0)
        for (place, operation) in command.operations.enumerated() {
            if case .failed = results[place] { continue }
            results[place] = .failed(
                WireError(
                    .atomicError,
                    reason: ErrorReason.atomicFailure,
                    recordName: operation.record.recordName
                )
            )
        }
    }

    /// The record as the operations before have left it; nil for a tombstone.
    func live(_ name: String) throws -> StoredRecord? {
        if let change = changed[name] { return change.new.isDeleted ? nil : change.new }
        let stored = try contents.record(named: name)
        return stored?.isDeleted == true ? nil : stored
    }

    /// Puts a record, or a tombstone, into its new place in the order.
    mutating func put(_ record: StoredRecord) throws -> StoredRecord {
        let before = try live(record.name)
        head += 1
        var record = record
        record.sequence = head
        growth.bytes += (record.isDeleted ? 0 : record.size) - (before?.size ?? 0)
        growth.records += (record.isDeleted ? 0 : 1) - (before == nil ? 0 : 1)
        if changed[record.name] == nil { order.append(record.name) }
        changed[record.name] = RecordChange(old: changed[record.name].map(\.old) ?? before, new: record)
        return record
    }

    /// Refuses what the account has no room for; what makes it smaller is always allowed.
    func checkQuota(adding bytes: Int64, records: Int64, name: String) throws(WireError) {
        let total = usage + growth + Usage(bytes: bytes, records: records)
        let isTooLarge = bytes > 0 && command.quota.bytes.map { total.bytes > $0 } ?? false
        let areTooMany = records > 0 && command.quota.records.map { total.records > $0 } ?? false
        guard isTooLarge || areTooMany else { return }
        throw WireError(.quotaExceeded, reason: "the account has no room for this record", recordName: name)
    }

    /// Takes the room of a record in the answer.
    ///
    /// - Throws: `BAD_REQUEST`, if there is none.
    mutating func claimAnswer(_ record: StoredRecord) throws(WireError) {
        guard answerBytes + record.ownSize <= command.answerBytes else { throw .fullAnswer(record.name) }
        answerBytes += record.ownSize
    }

    /// The stamp of this request.
    var stamp: StoredRecord.Stamp {
        StoredRecord.Stamp(
            milliseconds: command.now,
            user: command.author.userRecordName,
            device: command.author.deviceID ?? Author.unnamedDevice
        )
    }
}
