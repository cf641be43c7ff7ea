import Foundation
import Synchronization
import Testing

@testable import CloudKit

/// The classic operations, with their blocks.
struct OperationTests {
    /// Notes what blocks say, in order, and waits for the last.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        private let ends: AsyncStream<Void>
        private let end: AsyncStream<Void>.Continuation

        init() { (ends, end) = AsyncStream.makeStream() }

        func add(_ line: String) { lines.withLock { $0.append(line) } }

        func finish(_ line: String) {
            add(line)
            end.yield()
        }

        func text() async -> [String] {
            for await _ in ends { break }
            return lines.withLock { $0 }
        }
    }

    private static func word<Value>(_ result: Result<Value, any Error>) -> String {
        switch result {
        case .success: "ok"
        case .failure(let error): "\((error as? CKError)?.code ?? .internalError)"
        }
    }

    @Test(arguments: Way.allCases)
    func modificationsTellEachRecordAndTheEnd(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            try await database.save(World.note("old"))
            let log = Log()
            let operation = CKModifyRecordsOperation(
                recordsToSave: [World.note("new"), World.note("old")],
                recordIDsToDelete: [CKRecord.ID(recordName: "gone", zoneID: World.notes)]
            )
            operation.isAtomic = false
            operation.perRecordSaveBlock = { id, result in log.add("save \(id.recordName) \(Self.word(result))") }
            operation.perRecordDeleteBlock = { id, result in log.add("delete \(id.recordName) \(Self.word(result))") }
            operation.modifyRecordsResultBlock = { result in
                let errors = (try? result.get()) == nil ? Self.partial(result) : []
                log.finish("end \(Self.word(result)) \(errors)")
            }
            database.add(operation)
            #expect(
                await log.text() == [
                    "save new ok", "save old serverRecordChanged", "delete gone ok", "end partialFailure [\"old\"]",
                ]
            )
        }
    }

    private static func partial(_ result: Result<Void, any Error>) -> [String] {
        guard case .failure(let error) = result else { return [] }
        return
            ((error as? CKError)?.partialErrorsByItemID?.keys.compactMap { ($0.base as? CKRecord.ID)?.recordName } ?? [])
            .sorted()
    }

    @Test(arguments: Way.allCases)
    func changesOfSeveralZonesComePageByPage(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            _ = try await database.modifyRecords(saving: (0..<5).map { World.note("N-\($0)") }, deleting: [])
            try await database.deleteRecord(withID: CKRecord.ID(recordName: "N-0", zoneID: World.notes))
            let missing = CKRecordZone.ID(zoneName: "Missing")
            let log = Log()
            let changed = Mutex(0)
            let operation = CKFetchRecordZoneChangesOperation(
                recordZoneIDs: [World.notes, missing],
                configurationsByRecordZoneID: [World.notes: .init(resultsLimit: 2)]
            )
            operation.recordWasChangedBlock = { _, _ in changed.withLock { $0 += 1 } }
            operation.recordZoneChangeTokensUpdatedBlock = { zone, _, _ in log.add("token \(zone.zoneName)") }
            operation.recordZoneFetchResultBlock = { zone, result in log.add("\(zone.zoneName) \(Self.word(result))") }
            operation.fetchRecordZoneChangesResultBlock = { log.finish("end \(Self.word($0))") }
            database.add(operation)
            let lines = await log.text()
            #expect(lines.contains("token Notes"))
            #expect(lines.suffix(3) == ["Notes ok", "Missing zoneNotFound", "end partialFailure"])
            #expect(changed.withLock { $0 } == 4)
        }
    }

    @Test(arguments: Way.allCases)
    func operationsWaitForOneAnother(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.container().privateCloudDatabase
            let log = Log()
            let zones = CKModifyRecordZonesOperation(recordZonesToSave: [CKRecordZone(zoneID: World.notes)])
            zones.perRecordZoneSaveBlock = { id, result in log.add("zone \(id.zoneName) \(Self.word(result))") }
            let save = CKModifyRecordsOperation(recordsToSave: [World.note("N-1", "Milk")])
            save.modifyRecordsCompletionBlock = { saved, _, _ in log.add("saved \(saved?.count ?? 0)") }
            save.addDependency(zones)
            let query = CKQueryOperation(query: CKQuery(recordType: "Note", predicate: NSPredicate(value: true)))
            query.zoneID = World.notes
            query.recordMatchedBlock = { id, result in log.add("found \(id.recordName) \(Self.word(result))") }
            query.queryResultBlock = { log.add("query \(Self.word($0))") }
            query.addDependency(save)
            let fetch = CKFetchRecordsOperation(recordIDs: [CKRecord.ID(recordName: "N-1", zoneID: World.notes)])
            fetch.perRecordResultBlock = { id, result in log.add("fetched \(id.recordName) \(Self.word(result))") }
            fetch.addDependency(query)
            let changes = CKFetchDatabaseChangesOperation()
            changes.recordZoneWithIDChangedBlock = { zone in if zone == World.notes { log.add("changed Notes") } }
            changes.fetchDatabaseChangesResultBlock = { log.finish("end \(Self.word($0))") }
            changes.addDependency(fetch)
            for operation in [changes, fetch, query, save, zones] { database.add(operation) }
            #expect(
                await log.text() == [
                    "zone Notes ok", "saved 1", "found N-1 ok", "query ok", "fetched N-1 ok", "changed Notes", "end ok",
                ]
            )
        }
    }

    @Test func aCancelledOperationSaysSo() async throws {
        try await Way.inProcess.run { world in
            let database = try await world.notes()
            let log = Log()
            let operation = CKModifyRecordsOperation(recordsToSave: [World.note("N-1")])
            operation.modifyRecordsResultBlock = { log.finish("end \(Self.word($0))") }
            operation.database = database
            operation.cancel()
            OperationQueue.cloudKit.addOperation(operation)
            #expect(await log.text() == ["end operationCancelled"])
            let id = CKRecord.ID(recordName: "N-1", zoneID: World.notes)
            #expect(try await database.records(for: [id]).code(of: "N-1") == .unknownItem)
        }
    }

    @Test(arguments: Way.allCases)
    func handlersAreCalled(_ way: Way) async throws {
        try await way.run { world in
            let database = try await world.notes()
            let saved = try await withCheckedThrowingContinuation { continuation in
                database.save(World.note("N-1")) { record, error in
                    if let record {
                        continuation.resume(returning: record)
                    } else {
                        continuation.resume(throwing: error ?? CKError(.internalError))
                    }
                }
            }
            let found = try await withCheckedThrowingContinuation { continuation in
                database.perform(
                    CKQuery(recordType: "Note", predicate: NSPredicate(value: true)),
                    inZoneWith: World.notes
                ) { records, error in
                    if let records {
                        continuation.resume(returning: records)
                    } else {
                        continuation.resume(throwing: error ?? CKError(.internalError))
                    }
                }
            }
            #expect(found.map(\.recordID) == [saved.recordID])
        }
    }
}
