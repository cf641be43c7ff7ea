import CloudKitWebServices

extension WireError {
    /// The answer to a request is full, so this record cannot be in it: ask for fewer at once.
    static func fullAnswer(_ name: String) -> WireError {
        let reason = "one answer holds at most \(ServiceLimits.answerBytes) bytes of records; ask for fewer at once"
        return WireError(.badRequest, reason: reason, recordName: name)
    }
}

extension WireQuery {
    /// Refuses a query with more parts than one may have.
    ///
    /// - Throws: `BAD_REQUEST`.
    func checkLimits() throws(WireError) {
        guard filterBy.count <= ServiceLimits.filtersPerQuery else {
            throw WireError(.badRequest, reason: "a query has at most \(ServiceLimits.filtersPerQuery) filters")
        }
        guard sortBy.count <= ServiceLimits.sortsPerQuery else {
            throw WireError(.badRequest, reason: "a query has at most \(ServiceLimits.sortsPerQuery) sort descriptors")
        }
    }
}
