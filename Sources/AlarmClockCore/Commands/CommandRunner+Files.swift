import AppCommons
import Foundation
import SwiftData

extension CommandRunner {
    /// The largest file that is taken in; a hundred thousand alarms take some thirty megabytes.
    private static let maximumMegabytes = 64

    func export(_ name: String, to path: String?, overwrites: Bool) throws {
        guard let format = ExchangeFormat(rawValue: name) else { throw CommandProblem.notAFormat(name) }
        let entries = try manager(reading()).wholeAlarms().map { AlarmEntry($0) }
        let text = format.format.text(entries, at: exchangeMoment)
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
        note(phrases.text(.exported, count: entries.count, path))
    }

    private var exchangeMoment: ExchangeMoment { ExchangeMoment(now: surroundings.now(), plan: plan) }

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
        let entries: [Result<AlarmEntry, EntryProblem>]
        do {
            entries = try format.format.entries(contents(path))
        } catch is UnreadableAlarmFile {
            throw CommandProblem.unreadableFile(path, format.rawValue.uppercased())
        }
        let tally = try take(entries, isDryRun: isDryRun)
        try tell(tally, isDryRun: isDryRun)
        if !isDryRun, tally.added + tally.replaced > 0 { changed() }
        return tally.refused.isEmpty ? .done : .failed
    }

    /// All that can be taken in, in one transaction.
    private func take(_ entries: [Result<AlarmEntry, EntryProblem>], isDryRun: Bool) throws -> Tally {
        let context = try isDryRun ? reading() : writing()
        if !isDryRun { try loadTemplates(of: entries, into: context) }
        var store = try ImportTarget(context, manager(context))
        guard store.alarms.count + entries.count <= AlarmRules.maximumAlarms else {
            throw AlarmClockError.constraintViolation(.tooManyAlarms(limit: AlarmRules.maximumAlarms))
        }
        let moment = exchangeMoment
        var tally = Tally()
        for (index, result) in entries.enumerated() {
            do {
                let entry = try result.get().resolved(at: moment)
                try entry.check(zones)
                put(entry, into: &store, &tally)
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

    /// What an import writes to, and what is there already.
    private struct ImportTarget {
        let context: ModelContext
        let manager: AlarmManager
        var alarms: [UUID: Alarm]
        private var templates: [UUID: AlarmTemplate]

        init(_ context: ModelContext, _ manager: AlarmManager) throws {
            self.context = context
            self.manager = manager
            alarms = Dictionary(try manager.wholeAlarms().map { ($0.id, $0) }) { first, _ in first }
            let all = try DataManager(modelContext: context).fetch(AlarmTemplate.self)
            templates = Dictionary(all.map { ($0.id, $0) }) { first, _ in first }
        }

        /// The template of a file: the one of that id, or a new one.
        mutating func template(_ record: TemplateRecord) -> AlarmTemplate {
            if let known = templates[record.id] { return known }
            let template = record.model
            context.insert(template)
            templates[record.id] = template
            return template
        }
    }

    /// Where alarms name templates that AlarmClock brings along, all of those are there, and not these alone.
    private func loadTemplates(of entries: [Result<AlarmEntry, EntryProblem>], into context: ModelContext) throws {
        let ids = Set(catalogue.entries.map(\.id))
        let namesOurs = entries.contains { result in
            guard case .success(let entry) = result, case .some(let template) = entry.template else { return false }
            return ids.contains(template.id)
        }
        if namesOurs { try catalogue.loadOnce(into: context) }
    }

    private func put(_ entry: AlarmEntry, into store: inout ImportTarget, _ tally: inout Tally) {
        let now = surroundings.now()
        if let alarm = entry.record.id.flatMap({ store.alarms[$0] }) {
            guard !entry.agrees(with: alarm) else {
                tally.unchanged += 1
                return
            }
            entry.write(to: alarm, days: store.manager) { store.template($0) }
            alarm.updatedAt = now
            tally.replaced += 1
            return
        }
        let alarm = Alarm(time: entry.record.time.date, label: entry.record.label)
        alarm.id = entry.record.id ?? surroundings.makeID()
        (alarm.createdAt, alarm.updatedAt) = (min(entry.createdAt ?? now, now), now)
        store.context.insert(alarm)
        entry.write(to: alarm, days: store.manager) { store.template($0) }
        store.alarms[alarm.id] = alarm
        tally.added += 1
    }

    private func reason(_ error: any Error) -> String {
        switch error {
        case EntryProblem.notAnObject: phrases.text(.notAnObject)
        case EntryProblem.field(let name): phrases.text(.unreadableField, name)
        case EntryProblem.rule(let rule): self.reason(rule)
        case EntryProblem.past(let moment): phrases.text(.pastEvent, moment)
        case EntryProblem.leavesOut(let moment): phrases.text(.leavesOutLater, moment)
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
