import AppCommons
import Foundation
import SwiftData

extension CommandRunner {
    /// The largest file that is taken in; a hundred thousand alarms take some thirty megabytes.
    private static let maximumMegabytes = 64

    func export(_ name: String, to path: String?, overwrites: Bool) throws {
        guard let format = ExchangeFormat(rawValue: name) else { throw CommandProblem.notAFormat(name) }
        let records = try manager(reading()).alarms().map { AlarmRecord($0) }
        let text = format.format.text(records, now: surroundings.now())
        guard let path, path != "-" else { return try output.write(text) }
        let file = absolute(path)
        switch POSIXFiles.kind(file.path) {
        case .nothing: try POSIXFiles.writeNew(Data(text.utf8), to: file.path, mode: 0o644)
        case .folder: throw FileFailure.isAFolder(file.path)
        case .file, .other, .unknown:
            guard overwrites else { throw FileFailure(path: file.path, code: EEXIST) }
            let draft = URL(filePath: "\(file.path).\(surroundings.makeID().uuidString)")
            try POSIXFiles.writeNew(Data(text.utf8), to: draft.path, mode: POSIXFiles.mode(file.path))
            try POSIXFiles.rename(draft, to: file)
        }
        note(phrases.text(.exported, count: records.count, path))
    }

    private func absolute(_ path: String) -> URL {
        URL(filePath: path.hasPrefix("/") ? path : "\(surroundings.workingFolder)/\(path)")
    }

    private func contents(_ path: String) throws -> Data {
        let limit = Self.maximumMegabytes * 1_024 * 1_024
        let source = try ByteSource(path: path == "-" ? path : absolute(path).path)
        var data = Data()
        while case let chunk = try source.nextChunk(), !chunk.isEmpty {
            data.append(contentsOf: chunk)
            guard data.count <= limit else {
                throw CommandProblem.fileTooLarge(path, megabytes: Self.maximumMegabytes)
            }
        }
        return data
    }

    /// What an import did, or would do.
    private struct Tally {
        var added = 0
        var replaced = 0
        var unchanged = 0
        var refused: [(index: Int, reason: String)] = []
    }

    func importFile(_ path: String, _ formatName: String?, isDryRun: Bool) throws -> ExitStatus {
        let format: ExchangeFormat
        if let formatName {
            guard let named = ExchangeFormat(rawValue: formatName) else { throw CommandProblem.notAFormat(formatName) }
            format = named
        } else {
            guard let told = ExchangeFormat(path: path) else { throw CommandProblem.unknownFormat(path) }
            format = told
        }
        let records: [Result<AlarmRecord, EntryProblem>]
        do {
            records = try format.format.records(contents(path))
        } catch is UnreadableAlarmFile {
            throw CommandProblem.unreadableFile(path, format.rawValue.uppercased())
        }
        let tally = try take(records, isDryRun: isDryRun)
        try tell(tally, isDryRun: isDryRun)
        if !isDryRun, tally.added + tally.replaced > 0 { changed() }
        return tally.refused.isEmpty ? .done : .failed
    }

    /// All that can be taken in, in one transaction.
    private func take(_ records: [Result<AlarmRecord, EntryProblem>], isDryRun: Bool) throws -> Tally {
        let context = try isDryRun ? reading() : writing()
        let manager = manager(context)
        var known = Dictionary(try manager.alarms().map { ($0.id, $0) }) { first, _ in first }
        guard known.count + records.count <= AlarmRules.maximumAlarms else {
            throw AlarmClockError.constraintViolation(.tooManyAlarms(limit: AlarmRules.maximumAlarms))
        }
        var tally = Tally()
        for (index, result) in records.enumerated() {
            do {
                let record = try result.get()
                try record.check(zones)
                put(record, into: context, manager, &known, &tally)
            } catch {
                tally.refused.append((index + 1, reason(error)))
            }
        }
        if isDryRun {
            context.rollback()
        } else {
            try saving { try DataManager(modelContext: context).save() }
        }
        return tally
    }

    private func put(
        _ record: AlarmRecord,
        into context: ModelContext,
        _ manager: AlarmManager,
        _ known: inout [UUID: Alarm],
        _ tally: inout Tally
    ) {
        let now = surroundings.now()
        if let alarm = record.id.flatMap({ known[$0] }) {
            guard AlarmRecord(alarm) != record else {
                tally.unchanged += 1
                return
            }
            record.write(to: alarm, days: manager)
            alarm.updatedAt = now
            tally.replaced += 1
            return
        }
        let alarm = Alarm(time: record.time.date, label: record.label)
        alarm.id = record.id ?? surroundings.makeID()
        (alarm.createdAt, alarm.updatedAt) = (now, now)
        context.insert(alarm)
        record.write(to: alarm, days: manager)
        known[alarm.id] = alarm
        tally.added += 1
    }

    private func reason(_ error: any Error) -> String {
        switch error {
        case EntryProblem.notAnObject: phrases.text(.notAnObject)
        case EntryProblem.field(let name): phrases.text(.unreadableField, name)
        case EntryProblem.rule(let rule): phrases.text(for: rule)
        case AlarmClockError.constraintViolation(let violation): phrases.text(for: violation)
        default: phrases.text(for: error)
        }
    }

    private func tell(_ tally: Tally, isDryRun: Bool) throws {
        for (index, reason) in tally.refused { note(phrases.text(.entryRefused, String(index), reason)) }
        let counts: [(AlarmPhrase, Int)] = [
            (.importAdded, tally.added), (.importReplaced, tally.replaced), (.importUnchanged, tally.unchanged),
            (.importRefused, tally.refused.count),
        ]
        for (phrase, count) in counts where count > 0 || phrase == .importAdded {
            try say(phrases.text(phrase, count: count))
        }
        if isDryRun { try say(phrases.text(.dryRun)) }
    }
}
