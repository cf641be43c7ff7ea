import CloudKitWebServices
import Foundation

extension CKDatabase {
    /// What became of a modification, record by record.
    struct Modified: Sendable {
        var saves: [CKRecord.ID: Result<CKRecord, any Error>] = [:]
        var deletes: [CKRecord.ID: Result<Void, any Error>] = [:]
        /// Items whose request failed as a whole.
        var unasked = 0
        var firstFailure: CKError?

        mutating func set(_ item: RecordBatch.Item, _ result: Result<CKRecord?, CKError>) {
            switch (item.record, result) {
            case (.some, .success(let record?)): saves[item.id] = .success(record)
            case (.some(let record), .success(nil)): saves[item.id] = .success(record)
            case (.some, .failure(let error)): saves[item.id] = .failure(error)
            case (nil, .success): deletes[item.id] = .success(())
            case (nil, .failure(let error)): deletes[item.id] = .failure(error)
            }
        }
    }

    /// Saves and deletes records, zone by zone.
    ///
    /// - Parameters:
    ///   - saving: The records to save.
    ///   - deleting: The records to delete.
    ///   - terms: On what terms they are deleted, where not whatever the service has.
    ///   - policy: What happens where the service has another version.
    ///   - atomically: Whether each zone takes all or none.
    ///   - heard: Called with each record's result as soon as it is known.
    /// - Returns: What became of each record.
    /// - Throws: ``CKError``, if nothing at all could be asked.
    func modify(
        saving: [CKRecord],
        deleting: [CKRecord.ID],
        terms: [CKRecord.ID: RecordDeleteTerms] = [:],
        policy: CKModifyRecordsOperation.RecordSavePolicy,
        atomically: Bool,
        heard: @Sendable (CKRecord.ID, Result<CKRecord?, CKError>) -> Void = { _, _ in }
    ) async throws(CKError) -> Modified {
        let batches = try RecordBatch.grouped(saving: saving, deleting: deleting, terms: terms)
        for batch in batches where isAtomic(batch, atomically) {
            guard batch.items.count <= ServiceLimits.operationsPerRequest else {
                let most = ServiceLimits.operationsPerRequest
                throw CKError(.limitExceeded, reason: "an atomic batch may have \(most) records of one zone")
            }
        }
        var modified = Modified()
        for batch in batches {
            let results = await modify(batch, policy, isAtomic: isAtomic(batch, atomically), &modified)
            for (item, result) in zip(batch.items, results) {
                modified.set(item, result)
                heard(item.id, result.map { item.record == nil ? nil : $0 })
            }
        }
        let count = saving.count + deleting.count
        if count > 0, modified.unasked == count, let failure = modified.firstFailure { throw failure }
        return modified
    }

    private func isAtomic(_ batch: RecordBatch, _ wanted: Bool) -> Bool {
        wanted && databaseScope != .public && !batch.zoneID.isDefault
    }

    /// Modifies the records of one zone; the results are in the order of the items.
    private func modify(
        _ batch: RecordBatch,
        _ policy: CKModifyRecordsOperation.RecordSavePolicy,
        isAtomic: Bool,
        _ modified: inout Modified
    ) async -> [Result<CKRecord?, CKError>] {
        let items: [RecordBatch.Item]
        do throws(CKError) {
            items = try await prepared(batch, policy)
        } catch {
            modified.unasked += batch.items.count
            modified.firstFailure = modified.firstFailure ?? error
            return batch.items.map { _ in .failure(error) }
        }
        let hasBad = items.contains { (try? $0.operation.get()) == nil }
        if isAtomic && hasBad { return items.map { .failure($0.unsent) } }
        let good = items.filter { (try? $0.operation.get()) != nil }
        let pieces = RecordBatch.pieces(of: good)
        if isAtomic && pieces.count > 1 {
            let error = CKError(.limitExceeded, reason: "an atomic batch must fit into one request")
            return items.map { _ in .failure(error) }
        }
        var results: [CKRecord.ID: Result<CKRecord?, CKError>] = [:]
        for piece in pieces {
            do throws(CKError) {
                let answers = try await send(piece, in: batch.zoneID, isAtomic: isAtomic)
                for (item, answer) in zip(piece, answers) { results[item.id] = answer }
            } catch {
                modified.unasked += piece.count
                modified.firstFailure = modified.firstFailure ?? error
                for item in piece { results[item.id] = .failure(error) }
            }
        }
        return items.map { results[$0.id] ?? .failure($0.unsent) }
    }

    /// The items with their operations, once their files are uploaded.
    private func prepared(
        _ batch: RecordBatch,
        _ policy: CKModifyRecordsOperation.RecordSavePolicy
    ) async throws(CKError) -> [RecordBatch.Item] {
        var uploads: [ContainerLink.Upload] = []
        for item in batch.items {
            for (key, asset) in item.record?.assetsToUpload ?? [] {
                guard let file = asset.fileURL, let record = item.record else { continue }
                let name = item.id.recordName
                let token = AssetToken(recordName: name, recordType: record.recordType, fieldName: key)
                uploads.append(ContainerLink.Upload(token: token, file: file))
            }
        }
        var receipts =
            uploads.isEmpty
            ? [][...] : try await link.upload(uploads, in: batch.zoneID, wireScope, options)[...]
        return batch.items.map { item in
            guard let record = item.record else {
                var item = item
                item.operation = .success(RecordBatch.deletion(of: item.id, item.terms))
                return item
            }
            return prepared(item, record, policy, &receipts)
        }
    }

    private func prepared(
        _ item: RecordBatch.Item,
        _ record: CKRecord,
        _ policy: CKModifyRecordsOperation.RecordSavePolicy,
        _ receipts: inout ArraySlice<Result<WireAsset, CKError>>
    ) -> RecordBatch.Item {
        var item = item
        var assets: [String: [WireAsset]] = [:]
        var failure: CKError?
        for (key, asset) in record.assetsToUpload {
            guard let file = asset.fileURL else {
                if let stored = asset.stored { assets[key, default: []].append(stored.forSaving) }
                continue
            }
            switch receipts.popFirst() {
            case .success(let wire):
                assets[key, default: []].append(wire)
                if let checksum = wire.fileChecksum { item.files[checksum] = file }
            case .failure(let error): failure = failure ?? error
            case nil: failure = failure ?? CKError(.internalError, reason: "a file was not uploaded")
            }
        }
        if let failure {
            item.operation = .failure(failure)
            return item
        }
        do throws(CKError) {
            item.operation = .success(try record.operation(policy, link.encryption, assets: assets))
        } catch {
            item.operation = .failure(error)
        }
        return item
    }

    // MARK: One request

    private func send(
        _ items: [RecordBatch.Item],
        in zoneID: CKRecordZone.ID,
        isAtomic: Bool
    ) async throws(CKError) -> [Result<CKRecord?, CKError>] {
        let request = ModifyRecordsRequest(
            operations: items.compactMap { try? $0.operation.get() },
            zoneID: zoneID.wire,
            atomic: isAtomic
        )
        let outcome: CallOutcome<ModifyRecordsResponse> =
            try await link.attempt(.modifyRecords, in: wireScope, body: request.json(), options: options)
        let (answers, status): ([RecordResult], Int)
        switch outcome {
        case .answer(let answer): (answers, status) = (answer.records, 200)
        case .failure(.records(let records), let code): (answers, status) = (records, code)
        case .failure(.whole(let error), let status): throw CKError(error, status: status)
        }
        guard answers.count == items.count else {
            throw CKError(.internalError, reason: "the service answered another number of records")
        }
        return await results(of: items, answers, status, in: zoneID)
    }

    private func results(
        of items: [RecordBatch.Item],
        _ answers: [RecordResult],
        _ status: Int,
        in zoneID: CKRecordZone.ID
    ) async -> [Result<CKRecord?, CKError>] {
        let files = items.reduce(into: [String: URL]()) { $0.merge($1.files) { first, _ in first } }
        let wires = answers.compactMap(\.item) + answers.compactMap { $0.error?.serverRecord }
        let decoded = await records(wires, in: zoneID, known: files)
        var byName = Dictionary(decoded.map { ($0.recordID.recordName, $0) }) { first, _ in first }
        let missing = zip(items, answers).filter { item, answer in
            answer.error.map { $0.serverErrorCode.isConflict && $0.serverRecord == nil } ?? false && item.record != nil
        }.map(\.0.id)
        var gone: Set<CKRecord.ID> = []
        if !missing.isEmpty, let found = try? await self.records(for: missing) {
            for (id, result) in found {
                switch result {
                case .success(let record): byName[id.recordName] = record
                case .failure(let error): if CKError.unknownItem ~= error { gone.insert(id) }
                }
            }
        }
        return zip(items, answers).map { item, answer in
            switch answer {
            case .success(let wire): return .success(wire.isDeleted ? nil : byName[item.id.recordName])
            case .failure(let error):
                let usual = CKError(error, status: status)
                guard error.serverErrorCode.isConflict else { return .failure(usual) }
                guard let record = item.record else {
                    guard let server = byName[item.id.recordName] else { return .failure(usual) }
                    return .failure(usual.adding([CKRecordChangedErrorServerRecordKey: server]))
                }
                if gone.contains(item.id) { return .failure(CKError(.unknownItem, userInfo: usual.userInfo)) }
                return .failure(usual.changed(record, on: byName[item.id.recordName]))
            }
        }
    }
}

extension ServerErrorCode {
    /// Whether the service has another version of the record.
    fileprivate var isConflict: Bool {
        self == .conflict || self == .exists
    }
}

extension RecordBatch.Item {
    /// The error of an item that was not sent: its own, or that of being in one batch with a bad one.
    fileprivate var unsent: CKError {
        switch operation {
        case .failure(let error): error
        case .success: CKError(.batchRequestFailed, reason: "another record of the batch failed")
        }
    }
}

extension CKError {
    /// A conflict with the three versions of the record, as far as they are known.
    fileprivate func changed(_ record: CKRecord, on server: CKRecord?) -> CKError {
        var more: [String: Any] = [CKRecordChangedErrorClientRecordKey: record]
        if let ancestor = record.ancestor { more[CKRecordChangedErrorAncestorRecordKey] = ancestor }
        if let server { more[CKRecordChangedErrorServerRecordKey] = server }
        return adding(more)
    }
}
