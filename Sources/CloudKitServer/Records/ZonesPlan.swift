import CloudKitWebServices

/// What a store must be able to do to the zones of one database, in one transaction.
protocol ZoneTransaction {
    /// How many zones there are, the default zone apart.
    func countZones() throws -> Int
    /// A zone, deleted or not; nil if there never was one.
    func zone(named name: String) throws -> ZoneState?
    /// Makes a zone, or makes one that was deleted anew: same number, next life.
    mutating func makeZone(named name: String) throws -> ZoneState
    /// Takes away all that is in a zone and leaves its row, so that devices learn of it and its numbers go on.
    mutating func deleteZone(_ zone: ZoneState) throws -> ZoneState
}

extension ModifyZonesCommand {
    /// Creates and deletes the zones, in order, as far as that may be.
    func apply(in store: inout some ZoneTransaction) throws -> [Result<ZoneState, WireError>] {
        var count = try store.countZones()
        var results: [Result<ZoneState, WireError>] = []
        for operation in operations {
            switch operation {
            case .failure(let error): results.append(.failure(error))
            case .success(let operation): results.append(try apply(operation, in: &store, &count))
            }
        }
        return results
    }

    private func apply(
        _ operation: Operation,
        in store: inout some ZoneTransaction,
        _ count: inout Int
    ) throws -> Result<ZoneState, WireError> {
        let present = try store.zone(named: operation.name).flatMap { $0.isDeleted ? nil : $0 }
        switch operation.kind {
        case .create:
            if let present { return .success(present) }
            guard count < ServiceLimits.zonesPerDatabase else { return .failure(Self.full(operation.name)) }
            count += 1
            return .success(try store.makeZone(named: operation.name))
        case .delete:
            guard let present else { return .failure(Self.missing(operation.name)) }
            count -= 1
            return .success(try store.deleteZone(present))
        }
    }
}
