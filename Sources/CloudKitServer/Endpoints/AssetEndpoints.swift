import CloudKitWebServices

extension CloudKitService {
    /// `assets/upload`: an address for each file that is going to be uploaded.
    func uploadAssets(_ call: Call) async throws -> StoredAnswer {
        let request: UploadAssetsRequest = try call.read()
        guard request.tokens.count <= ServiceLimits.assetTokensPerRequest else {
            let reason = "at most \(ServiceLimits.assetTokensPerRequest) uploads may be in one request"
            throw ServiceFault(.badRequest, reason)
        }
        let database = try call.database()
        let zone = try ServiceFault.whole { () throws(WireError) in try call.zone(request.zoneID, in: database) }
        _ = try await records.lookUp([], in: zone)
        let expires = surroundings.now() + Int64(ServiceLimits.uploadURLSeconds) * 1_000
        let address = UploadAddress(database: database, expires: expires)
        let rights = try await callerRights(to: Set(request.tokens.map(\.recordType)), in: database, call)
        let results = request.tokens.map { token -> ItemResult<AssetUploadURL> in
            let name = token.recordName ?? surroundings.uuid()
            guard Names.isRecordName(name, in: database) else {
                return .failure(WireError(.badRequest, reason: "no record may be called so", recordName: name))
            }
            guard Names.isTypeOrFieldName(token.recordType), Names.isTypeOrFieldName(token.fieldName) else {
                let reason = "no record type or field may be called so"
                return .failure(WireError(.badRequest, reason: reason, recordName: name))
            }
            if let refusal = rights.uploadRefusal(token.recordType, recordName: name) { return .failure(refusal) }
            let url = call.baseURL + address.text(sealer, nonce: surroundings.randomBytes(8))
            return .success(AssetUploadURL(recordName: name, fieldName: token.fieldName, url: url))
        }
        return UploadAssetsResponse(tokens: results).answer()
    }

    /// `assets/rereference`: values of stored files that other records may be saved with.
    func rereferenceAssets(_ call: Call) async throws -> StoredAnswer {
        let request: RereferenceAssetsRequest = try call.read()
        try checkCount(request.assets.count)
        let database = try call.database()
        let (zone, target) = try ServiceFault.whole { () throws(WireError) in
            let zone = try call.zone(request.zoneID, in: database)
            return (zone, try request.targetZoneID.map { id throws(WireError) in try call.zone(id, in: database) })
        }
        if let target { _ = try await records.lookUp([], in: target) }
        var results: [ItemResult<WireAsset>] = []
        while results.count < request.assets.count {
            // As many records at a time as an answer might have: there is always one.
            let rest = request.assets.dropFirst(results.count)
            let room = Int64(ServiceLimits.answerBytes)
            let found = try await records.lookUp(rest.map(\.recordName), in: zone, bytes: room)
            let rights = try await callerRights(to: found, in: database, call)
            for (wanted, record) in zip(rest, found) {
                do {
                    if let record, let refusal = try rights.refusal(of: record) { throw refusal }
                    results.append(.success(try await rereferenced(wanted, record, in: database)))
                } catch let error as WireError {
                    results.append(.failure(error))
                }
            }
        }
        return RereferenceAssetsResponse(assets: results).answer()
    }

    private func rereferenced(
        _ wanted: AssetField,
        _ record: StoredRecord?,
        in database: DatabaseKey
    ) async throws -> WireAsset {
        let refusal = { (code: ServerErrorCode, reason: String) in
            WireError(code, reason: reason, recordName: wanted.recordName)
        }
        guard let record else { throw refusal(.notFound, ErrorReason.recordNotFound) }
        let held = try record.readFields()[wanted.fieldName]?.value.assets.compactMap(StoredAsset.init(kept:)) ?? []
        guard held.count <= 1 else { throw refusal(.badRequest, "the field holds several assets") }
        let now = surroundings.now()
        guard let asset = held.first,
            try await FileWork.run({ [assets] in try assets.touch(asset, of: database.account, at: now) })
        else { throw refusal(.notFound, "the field holds no asset") }
        return asset.saveable(in: database, sealer, now: now)
    }
}

extension StoredAsset {
    /// The value that a record may be saved with.
    func saveable(in database: DatabaseKey, _ sealer: Sealer, now: Int64) -> WireAsset {
        var value = wire
        value.receipt = AssetReceipts.text(for: self, of: database, sealer, now: now)
        return value
    }
}
