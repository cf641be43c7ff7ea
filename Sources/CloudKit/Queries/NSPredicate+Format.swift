import Foundation

extension NSPredicate {
    /// A predicate from a format, as queries of ``CKQuery`` take them.
    ///
    /// Foundation off Apple's systems has no formats; this one knows those that the service can be asked. A format that
    /// is wrong or not supported makes the query fail with `invalidArguments`, where Apple's raises an exception. It
    /// is for queries only: asked about an object, it answers false.
    ///
    /// - Parameters:
    ///   - format: The format, such as `"due > %@ AND state IN %@"`.
    ///   - arguments: What stands for `%@`, `%K`, `%d` and `%f`, in order.
    public convenience init(format: String, _ arguments: Any...) {
        self.init(format: format, argumentArray: arguments as [Any])
    }

    /// A predicate from a format and an array of what it stands for; see ``init(format:_:)``.
    public convenience init(format: String, argumentArray arguments: [Any]) {
        self.init(condition: Result { () throws(CKError) in try PredicateParser.condition(format, arguments) })
    }

    /// A predicate that hands its condition to whoever asks with a probe: predicates of Foundation can keep nothing else.
    convenience init(condition: Result<QueryCondition, CKError>) {
        self.init(block: { object, _ in
            guard let probe = object as? PredicateProbe else { return false }
            probe.condition = condition
            return true
        })
    }
}

/// Asks a predicate for its condition.
final class PredicateProbe {
    var condition: Result<QueryCondition, CKError>?
}

extension QueryCondition {
    /// The condition of a predicate.
    ///
    /// - Throws: ``CKError`` `invalidArguments` for a block and for an unsupported or wrong format.
    init(_ predicate: NSPredicate) throws(CKError) {
        if let compound = predicate as? NSCompoundPredicate {
            // First of all: Foundation takes these for constants too.
            try self.init(compound)
        } else if predicate.isEqual(NSPredicate(value: true)) {
            self = .always(true)
        } else if predicate.isEqual(NSPredicate(value: false)) {
            self = .always(false)
        } else {
            let probe = PredicateProbe()
            _ = predicate.evaluate(with: probe)
            guard let condition = probe.condition else { throw .predicate("blocks cannot be sent to the service") }
            self = try condition.get()
        }
    }

    private init(_ compound: NSCompoundPredicate) throws(CKError) {
        var parts: [QueryCondition] = []
        for part in compound.subpredicates { parts.append(try QueryCondition(part)) }
        switch compound.compoundPredicateType {
        case .and: self = .all(parts)
        case .not where parts.count == 1: self = .not(parts[0])
        default: throw .predicate("OR is not possible")
        }
    }
}
