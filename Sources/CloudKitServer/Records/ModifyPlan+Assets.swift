import CloudKitWebServices

extension ModifyPlan {
    /// Holds every file among the fields to its proof: a receipt, or that the same field of the record has it already.
    ///
    /// - Returns: The fields as they are kept: without receipts and addresses.
    func resolvedAssets(in fields: WireFields, of present: StoredRecord?, _ name: String) throws -> WireFields {
        guard fields.contains(where: { !$0.field.value.assets.isEmpty }) else { return fields }
        let before = try present?.readFields() ?? WireFields()
        var result = fields
        for (key, field) in fields where !field.value.assets.isEmpty {
            let held = before[key]?.value.assets.compactMap(StoredAsset.init(kept:)) ?? []
            result[key]?.value = try field.value.mapAssets { given throws(WireError) in
                try proven(given, held, name).wire
            }
        }
        return result
    }

    private func proven(
        _ given: WireAsset,
        _ held: [StoredAsset],
        _ name: String
    ) throws(WireError) -> StoredAsset {
        if let receipt = given.receipt {
            if let asset = command.assets.asset(of: receipt) { return asset }
            throw WireError(.badRequest, reason: "the asset's receipt is wrong or has expired", recordName: name)
        }
        if let asset = held.first(where: { $0.wire.fileChecksum == given.fileChecksum }) { return asset }
        let reason = "the asset has no receipt: upload it, or rereference the one that is stored"
        throw WireError(.badRequest, reason: reason, recordName: name)
    }
}
