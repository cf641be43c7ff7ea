import CloudKitWebServices

/// What one answer still has room for.
///
/// One record always fits, so that a client that goes on asking always gets further.
struct AnswerBudget: Sendable {
    /// Records that still fit.
    private(set) var records: Int
    /// Bytes that still fit.
    private(set) var bytes: Int64
    private var isUntouched = true

    /// The room of a whole answer.
    init(records: Int = ServiceLimits.recordsPerAnswer, bytes: Int64 = Int64(ServiceLimits.answerBytes)) {
        self.records = records
        self.bytes = bytes
    }

    /// The same with room for fewer records.
    func limited(to records: Int) -> AnswerBudget {
        var budget = self
        budget.records = min(records, self.records)
        return budget
    }

    /// Takes the room of a record; false if there is none.
    mutating func take(_ record: StoredRecord) -> Bool {
        guard isUntouched || (records > 0 && record.ownSize <= bytes) else { return false }
        isUntouched = false
        records -= 1
        bytes -= record.ownSize
        return true
    }

    /// The records of some names, up to the first that has no room; what is behind it is not looked for.
    static func fitting(
        _ names: [String],
        bytes: Int64,
        _ find: (String) throws -> StoredRecord?
    ) rethrows -> [StoredRecord?] {
        var (budget, found) = (AnswerBudget(records: .max, bytes: bytes), [StoredRecord?]())
        for name in names where budget.bytes >= 0 {
            let record = try find(name)
            if let record, !budget.take(record) { break }
            found.append(record)
        }
        return found
    }

    /// Takes the room of the first of some records, and says how many fit; after one that does not, none does.
    mutating func take(_ all: [StoredRecord]) -> Int {
        for (place, record) in all.enumerated() where !take(record) {
            records = 0
            return place
        }
        return all.count
    }
}
