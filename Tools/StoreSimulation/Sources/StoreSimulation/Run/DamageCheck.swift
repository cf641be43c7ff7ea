import Foundation
import GRDBSQLite
import SwiftData

/// What becomes of a store whose file or log lost a sector: noticed, or of no consequence, where pages carry sums, and where a record
/// says how far the log went.
struct DamageCheck {
    let machine: Machine
    let step: Step

    /// The whole store, in the file alone: no log, no process.
    static func bringIntoFile(_ machine: Machine) throws {
        machine.releaseLock()
        machine.killAll()
        guard FileManager.default.fileExists(atPath: machine.folder.url.path) else { return }
        try machine.letTamper { file in
            var handle: OpaquePointer?
            defer { sqlite3_close_v2(handle) }
            guard sqlite3_open_v2(file.path, &handle, SQLITE_OPEN_READWRITE, "swiftdata") == SQLITE_OK,
                sqlite3_exec(handle, "PRAGMA wal_checkpoint(TRUNCATE)", nil, nil, nil) == SQLITE_OK
            else { throw SimulationError("the log cannot be brought into the file") }
        }
        machine.disk.didReplaceFiles()
        // What a save that failed left in the log may come up by that.
        machine.checkRecovered("the log was brought into the file", machine.oracle.limbo + [machine.oracle.committed])
    }

    func run() throws {
        try step.second.isMultiple(of: 3) ? runOnLog() : runOnFile()
    }

    /// The log holds saves that are not in the file yet, and a record beside it says how far it went.
    private func runOnLog() throws {
        machine.releaseLock()
        machine.killAll()
        guard FileManager.default.fileExists(atPath: machine.folder.url.path) else { return }
        // What a save that failed left in the log comes up where nobody has the store open any more, and is in no record.
        let limbo = machine.oracle.limbo
        machine.checkRecovered("all processes ended", limbo + [machine.oracle.committed])
        let files = machine.folder.remember()
        guard limbo.isEmpty, files["-commit"] != nil, let log = files["-wal"], let damaged = damage(log) else { return }
        try machine.folder.put(["-wal": damaged])
        machine.disk.didReplaceFiles()
        switch try look() {
        case .failure(let error) where !(error is StoreError):
            machine.report(.errorKind, "\(step): a damaged log gives \(error)")
        case .failure: machine.count("damage of a log noticed")
        case .success(nil): machine.count("damage of a log of no consequence")
        case .success(let difference?):
            machine.report(.structure, "\(step): damage to a log with a record is not noticed: \(difference)")
        }
        try mend(with: files, "the log was mended")
    }

    private func runOnFile() throws {
        try Self.bringIntoFile(machine)
        let file = machine.folder.url
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        let whole = try Data(contentsOf: file)
        guard let damaged = damage(whole) else { return }
        try damaged.write(to: file)
        let verdict = try look()
        switch verdict {
        case .failure(let error) where !(error is StoreError):
            machine.report(.errorKind, "\(step): a damaged file gives \(error)")
        case .failure:
            machine.count("damage noticed")
        case .success(nil): machine.count("damage of no consequence")
        case .success(let difference?) where machine.story.setting == .hardened:
            machine.report(.structure, "\(step): damage to a page with a sum is not noticed: \(difference)")
        case .success: machine.count("damage unseen, for want of sums")
        }
        machine.killAll()
        // As it was damaged: a look may have written to the file.
        machine.folder.removeAll(butLargeValues: true)
        try damaged.write(to: file)
        machine.disk.didReplaceFiles()
        SalvageCheck(machine: machine, step: step).runOnDamaged()
        try mend(with: ["": whole], "the file was mended")
    }

    private func mend(with files: [String: Data], _ words: String) throws {
        machine.killAll()
        machine.folder.removeAll(butLargeValues: true)
        try machine.folder.put(files)
        machine.disk.didReplaceFiles()
        machine.checkStored(words)
    }

    /// The file with a sector or a bit of it changed; nil where it has none.
    private func damage(_ whole: Data) -> Data? {
        let sector = UnsyncedWrites.sector
        let count = whole.count / sector
        guard count > 1 else { return nil }
        let start = (step.first * 61 + step.second) % count * sector
        var damaged = whole
        let range = start..<(start + sector)
        switch step.third % 3 {
        case 0: damaged.replaceSubrange(range, with: Data(count: sector))
        case 1:
            // A bit of a title (t59) or a name (s7), so that what SQLite takes for whole has another value.
            let digits = whole.indices.dropFirst().filter {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= whole[$0] && "ts".utf8.contains(whole[$0 - 1])
            }
            guard !digits.isEmpty else { return nil }
            damaged[digits[(step.first * 61 + step.second) % digits.count]] ^= 1
        default:
            let other = (step.second * 7 + step.third) % count * sector
            damaged.replaceSubrange(range, with: whole[other..<(other + sector)])
        }
        return damaged == whole ? nil : damaged
    }

    /// What a fresh process sees: an error, or a difference from what should be there.
    private func look() throws -> Result<String?, any Error> {
        let participant = Participant(number: 0, slot: 0, isActor: false)
        let outcome = Result<String?, any Error> {
            let container = try machine.container(of: participant)
            defer { participant.end() }
            return try participant.perform(in: container) { [machine] context in
                do {
                    _ = try Look(runner: VerbRunner(machine, participant, context)).run()
                    _ = try context.fetchCount(FetchDescriptor<Label>())
                    return nil
                } catch let mismatch as Mismatch {
                    // A blank value is said to be one by the next fetch.
                    _ = try context.fetchCount(FetchDescriptor<Label>())
                    return mismatch.words
                }
            }
        }
        return outcome
    }
}
