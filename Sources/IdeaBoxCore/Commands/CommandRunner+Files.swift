import Foundation

extension CommandRunner {
    func importFile(_ path: String, format: String?, isDryRun: Bool) throws -> ExitStatus {
        let format = try self.format(format, path: path)
        let report: ImportReport
        do {
            let reader = try format.reader(ByteSource(path: path))
            let repository = try isDryRun ? reading() : writing()
            report = try IdeaImporter(repository: repository, isDryRun: isDryRun).run(reader, onRefusal: refused)
        } catch let unreadable as UnreadableFile {
            throw IdeaBoxError.unreadable(path: path, unreadable)
        }
        try say(report, isDryRun: isDryRun)
        return report.refused == 0 ? .done : .failed
    }

    func exportFile(_ path: String?, format: String?, overwrites: Bool) throws -> ExitStatus {
        guard let path, path != "-" else {
            let format = try format.map { try self.format($0, path: "-") } ?? .json
            _ = try IdeaExporter(repository: reading(), format: format).run(output.write)
            return .done
        }
        let format = try self.format(format, path: path)
        let target = URL(filePath: path)
        guard overwrites || !FileManager.default.fileExists(atPath: target.path) else {
            throw IdeaBoxError.fileExists(path)
        }
        let file = try DraftFile(for: target, id: surroundings.makeID())
        let count = try IdeaExporter(repository: reading(), format: format).run(file.write)
        try file.finish(overwrites: overwrites)
        output.note(messages.text(.exported, count: count, path).safeForTerminal)
        return .done
    }

    func recover(_ path: String) throws -> ExitStatus {
        let file = URL(filePath: path)
        guard FileManager.default.fileExists(atPath: file.path) else { throw FileFailure.missing(path) }
        let salvage = StoreSalvage(repository: try writing(), folder: folders.data)
        let report = try salvage.run(file, onRefusal: refused)
        for problem in report.problems { output.note(messages.text(.recoveryProblem, problem).safeForTerminal) }
        let ideas = report.ideas
        let saved = ideas.added + ideas.replaced + ideas.unchanged
        if saved == 0 {
            output.note(messages.text(.recoveredNothing, path).safeForTerminal)
        } else {
            try output.write(messages.text(.recovered, count: saved, path).safeForTerminal + "\n")
            if ideas.unchanged > 0 {
                try output.write(messages.text(.recoveryKept, count: ideas.unchanged) + "\n")
            }
        }
        if report.doubtful > 0 { output.note(messages.text(.recoveryDoubtful, count: report.doubtful)) }
        let lost = report.lost + ideas.refused
        if lost > 0 || !report.isLossExact {
            output.note(messages.text(report.isLossExact ? .recoveryLost : .recoveryLostPerhaps, count: lost))
        }
        return saved == 0 ? .failed : .done
    }

    private func format(_ name: String?, path: String) throws -> ExchangeFormat {
        if let name {
            if let format = ExchangeFormat(rawValue: name.lowercased()) { return format }
            throw IdeaBoxError.unknownFormat(name)
        }
        guard let format = ExchangeFormat(fileName: path) else { throw IdeaBoxError.unknownFormat(path) }
        return format
    }

    private func refused(_ row: RefusedRow) {
        output.note(messages.text(.refusedRow, String(row.line), messages.text(for: row.reason)).safeForTerminal)
    }

    private func say(_ report: ImportReport, isDryRun: Bool) throws {
        let lines: [(MessageKey, Int, isAlwaysSaid: Bool)] = [
            (.importAdded, report.added, true), (.importReplaced, report.replaced, false),
            (.importUnchanged, report.unchanged, false), (.datesCorrected, report.corrected, false),
            (.importRefused, report.refused, false),
        ]
        if isDryRun { try output.write(messages.text(.dryRun) + "\n") }
        for (key, count, isAlwaysSaid) in lines where count > 0 || isAlwaysSaid {
            try output.write(messages.text(key, count: count) + "\n")
        }
    }
}
