import CloudKitWebServices
import Foundation

extension CKDatabase {
    /// A zone by its ID.
    ///
    /// - Throws: ``CKError``: `zoneNotFound` if it is not there.
    public func recordZone(for zoneID: CKRecordZone.ID) async throws -> CKRecordZone {
        guard let result = try await recordZones(for: [zoneID])[zoneID] else {
            throw CKError(.internalError, reason: "the service answered without the zone")
        }
        return try result.get()
    }

    /// Zones by their IDs: each, or its own error.
    public func recordZones(
        for ids: [CKRecordZone.ID]
    ) async throws -> [CKRecordZone.ID: Result<CKRecordZone, any Error>] {
        var results: [CKRecordZone.ID: Result<CKRecordZone, any Error>] = [:]
        for chunk in ids.chunks(of: ServiceLimits.operationsPerRequest) {
            let answer: ZonesResponse = try await call(.lookupZones, LookupZonesRequest(zones: chunk.map(\.wire)))
            guard answer.zones.count == chunk.count else { throw Self.wrongCount }
            for (id, result) in zip(chunk, answer.zones) { results[id] = zone(result) }
        }
        return results
    }

    /// All zones of the database, the default zone among them.
    public func allRecordZones() async throws -> [CKRecordZone] {
        let answer: ZonesResponse = try await link.call(.listZones, in: wireScope, body: nil, options: options)
        return try answer.zones.map { try zone($0).get() }
    }

    /// Saves a zone; one that is there stays as it is.
    @discardableResult
    public func save(_ zone: CKRecordZone) async throws -> CKRecordZone {
        guard let result = try await modifyRecordZones(saving: [zone], deleting: []).saveResults[zone.zoneID] else {
            throw Self.wrongCount
        }
        return try result.get()
    }

    /// Deletes a zone with all its records.
    ///
    /// - Throws: ``CKError``: `zoneNotFound` if it is not there.
    @discardableResult
    public func deleteRecordZone(withID zoneID: CKRecordZone.ID) async throws -> CKRecordZone.ID {
        try await modifyRecordZones(saving: [], deleting: [zoneID]).deleteResults[zoneID]?.get()
        return zoneID
    }

    /// Saves and deletes zones.
    ///
    /// - Returns: What became of each zone.
    /// - Throws: ``CKError``, if a request failed as a whole.
    public func modifyRecordZones(
        saving recordZonesToSave: [CKRecordZone],
        deleting recordZoneIDsToDelete: [CKRecordZone.ID]
    ) async throws -> (
        saveResults: [CKRecordZone.ID: Result<CKRecordZone, any Error>],
        deleteResults: [CKRecordZone.ID: Result<Void, any Error>]
    ) {
        let saves = recordZonesToSave.map { ($0.zoneID, ZoneOperation.Kind.create) }
        let operations = saves + recordZoneIDsToDelete.map { ($0, .delete) }
        var saveResults: [CKRecordZone.ID: Result<CKRecordZone, any Error>] = [:]
        var deleteResults: [CKRecordZone.ID: Result<Void, any Error>] = [:]
        for chunk in operations.chunks(of: ServiceLimits.operationsPerRequest) {
            let request = ModifyZonesRequest(operations: chunk.map { ZoneOperation($0.1, $0.0.wire) })
            let answer: ZonesResponse = try await call(.modifyZones, request)
            guard answer.zones.count == chunk.count else { throw Self.wrongCount }
            for ((id, kind), result) in zip(chunk, answer.zones) {
                switch kind {
                case .create: saveResults[id] = zone(result)
                case .delete: deleteResults[id] = zone(result).map { _ in }
                }
            }
        }
        return (saveResults, deleteResults)
    }

    static let wrongCount = CKError(.internalError, reason: "the service answered another number of items")

    private func zone(_ result: ItemResult<WireZone>) -> Result<CKRecordZone, any Error> {
        switch result {
        case .failure(let error): return .failure(CKError(error, status: 200))
        case .success(let wire):
            let id = zoneID(wire.zoneID)
            guard let known = wire.capabilities else { return .success(CKRecordZone(zoneID: id)) }
            let capabilities = CKRecordZone.Capabilities(rawValue: UInt(max(0, known.rawValue)))
            return .success(CKRecordZone(zoneID: id, capabilities: capabilities))
        }
    }
}

extension Array {
    /// The elements in pieces of at most so many.
    func chunks(of size: Int) -> [[Element]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}
