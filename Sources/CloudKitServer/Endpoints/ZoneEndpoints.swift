import CloudKitWebServices

extension CloudKitService {
    /// `zones/list`.
    func listZones(_ call: Call) async throws -> StoredAnswer {
        let database = try call.database()
        let zones = try await records.zones(of: database)
        return ZonesResponse(zones: zones.map { .success(wireZone($0, database, call)) }).answer()
    }

    /// `zones/lookup`.
    func lookUpZones(_ call: Call) async throws -> StoredAnswer {
        let request: LookupZonesRequest = try call.read()
        try checkCount(request.zones.count)
        let database = try call.database()
        let zones = Dictionary(try await records.zones(of: database).map { ($0.name, $0) }) { first, _ in first }
        let results = request.zones.map { id -> ItemResult<WireZone> in
            do throws(WireError) {
                let key = try call.zone(id, in: database)
                if let zone = zones[key.name] {
                    return .success(wireZone(zone, database, call))
                }
                throw WireError(.zoneNotFound, reason: ErrorReason.zoneNotFound(id.zoneName), zoneID: id)
            } catch {
                return .failure(error)
            }
        }
        return ZonesResponse(zones: results).answer()
    }

    /// `zones/modify`.
    func modifyZones(_ call: Call) async throws -> StoredAnswer {
        let request: ModifyZonesRequest = try call.read()
        try checkCount(request.operations.count)
        let names = request.operations.map(\.zone.zoneID.zoneName)
        guard Set(names).count == names.count else {
            throw ServiceFault(.badRequest, "two operations of the request are on the same zone")
        }
        let database = try call.database()
        let operations = request.operations.map { operation in
            Result { () throws(WireError) in try allowed(operation, database, call) }
        }
        let outcome = try await records.modifyZones(
            ModifyZonesCommand(
                database: database,
                operations: operations,
                request: call.requestKey,
                deviceID: call.deviceID,
                now: surroundings.now()
            ) { [self] results in
                ZonesResponse(
                    zones: results.map { result in
                        switch result {
                        case .success(let zone): .success(wireZone(zone, database, call))
                        case .failure(let error): .failure(error)
                        }
                    }
                ).answer()
            }
        )
        await publish(outcome.hints, call)
        return outcome.answer
    }

    private func allowed(
        _ operation: ZoneOperation,
        _ database: DatabaseKey,
        _ call: Call
    ) throws(WireError) -> ModifyZonesCommand.Operation {
        let id = operation.zone.zoneID
        guard Names.isZoneName(id.zoneName) else {
            throw WireError(.badRequest, reason: "no zone may be created or deleted under this name", zoneID: id)
        }
        return ModifyZonesCommand.Operation(
            kind: operation.operationType,
            name: try call.zone(id, in: database).name
        )
    }

    /// A zone as answers have it.
    func wireZone(_ zone: ZoneState, _ database: DatabaseKey, _ call: Call) -> WireZone {
        let id = call.zoneID(zone.name, in: database)
        if zone.isDeleted { return WireZone(zoneID: id, deleted: true) }
        guard database.scope == .private else { return WireZone(zoneID: id, atomic: false, capabilities: []) }
        let key = ZoneKey(database, zone.name)
        let token = SyncToken(kind: .zone, epoch: zone.epoch, sequence: zone.head).text(sealer, place: key.place)
        return WireZone(
            zoneID: id,
            syncToken: token,
            atomic: !key.isDefault,
            // The default zone of this service has a feed, unlike Apple's.
            capabilities: key.isDefault ? [.fetchChanges] : [.fetchChanges, .atomic]
        )
    }
}
