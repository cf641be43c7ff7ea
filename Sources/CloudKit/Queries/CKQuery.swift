import CloudKitWebServices
import Foundation

/// What to look for: a type, a condition and an order.
///
/// Which predicates a query takes is told by the package's documentation of CloudKit; any other makes the query fail
/// with `invalidArguments`.
public final class CKQuery: NSObject, NSCopying, @unchecked Sendable {
    /// The type of the records.
    public let recordType: CKRecord.RecordType
    /// The condition.
    public let predicate: NSPredicate
    /// The order; nil leaves it to the service.
    public var sortDescriptors: [NSSortDescriptor]?
    private let condition: Result<QueryCondition, CKError>

    /// A query.
    public init(recordType: CKRecord.RecordType, predicate: NSPredicate) {
        self.recordType = recordType
        self.predicate = predicate
        condition = Result { () throws(CKError) in try QueryCondition(predicate) }
    }

    /// A query by Foundation's `Predicate`: an addition of this package.
    ///
    /// - Parameters:
    ///   - recordType: The type of the records.
    ///   - predicate: A condition on a type whose stored properties are named as the fields are.
    ///   - fields: The fields of properties that are named otherwise, or computed.
    public init<Model>(
        recordType: CKRecord.RecordType,
        predicate: Predicate<Model>,
        fields: [PartialKeyPath<Model>: CKRecord.FieldKey] = [:]
    ) {
        self.recordType = recordType
        let condition = Result { () throws(CKError) in try QueryCondition(predicate, fields: fields) }
        self.condition = condition
        self.predicate = NSPredicate(condition: condition)
    }

    private init(copying query: CKQuery) {
        recordType = query.recordType
        predicate = query.predicate
        sortDescriptors = query.sortDescriptors
        condition = query.condition
    }

    /// A copy.
    public func copy(with zone: NSZone? = nil) -> Any {
        CKQuery(copying: self)
    }

    /// The query as the wire has it; nil for one that finds nothing whatever there is.
    func wire(in zoneID: CKRecordZone.ID) throws(CKError) -> WireQuery? {
        guard let filters = try condition.get().filters(in: zoneID) else { return nil }
        var sorts: [WireSort] = []
        for descriptor in sortDescriptors ?? [] { sorts.append(try descriptor.wireSort()) }
        return WireQuery(recordType: recordType, filterBy: filters, sortBy: sorts)
    }
}
