import CloudKitWebServices
import Synchronization

@testable import CloudKitServer

/// A store that does what ours must not: it takes the numbers of changes before it has the lock, as a sequence would,
/// and shows each change as soon as it is committed.
///
/// For the test that looks for gaps, which must find one here.
final class HastyStore: StoreInFront {
    private struct Zone {
        var number: Int64 = 0
        var head: Int64 = 0
        var records: [String: StoredRecord] = [:]
    }

    let base: any RecordStore
    private let gate: CommitGate
    private let zone = Mutex(Zone())

    init(_ base: any RecordStore, gate: CommitGate) {
        self.base = base
        self.gate = gate
    }

    func modify(_ command: ModifyCommand) async throws -> ModifyOutcome {
        let stamp = StoredRecord.Stamp(milliseconds: command.now, user: command.author.userRecordName, device: "1")
        let records = zone.withLock { zone in
            command.operations.map { operation in
                zone.number += 1
                return StoredRecord(
                    name: operation.record.recordName ?? "",
                    type: operation.record.recordType ?? "",
                    sequence: zone.number,
                    fields: StoredRecord.noFields,
                    created: stamp,
                    modified: stamp
                )
            }
        }
        await gate.passInTask()
        zone.withLock { zone in
            for record in records where record.sequence > zone.records[record.name]?.sequence ?? 0 {
                zone.records[record.name] = record
                zone.head = max(zone.head, record.sequence)
            }
        }
        let answer = command.answer(records.map(OperationResult.saved), try await state(command.zone))
        return ModifyOutcome(answer: answer, hints: [])
    }

    func changes(of zone: ZoneKey, _ request: FeedRequest) async throws -> ZonePage {
        var state = try await state(zone)
        let (head, records) = self.zone.withLock { ($0.head, Array($0.records.values)) }
        state.head = head
        let window = try FeedWindow(request.start, state.feed)
        let found = records.filter { $0.sequence > window.after }.sorted { $0.sequence < $1.sequence }
        return ZonePage(of: state, found, window, room: request.room)
    }

    private func state(_ key: ZoneKey) async throws -> ZoneState {
        guard let state = try await base.zones(of: key.database).first(where: { $0.name == key.name }) else {
            throw key.missing
        }
        return state
    }
}
