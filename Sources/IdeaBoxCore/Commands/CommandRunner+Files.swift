import AppCommons
import Foundation

extension CommandRunner {
    func importFile(_ path: String, format: String?, isDryRun: Bool) throws -> ExitStatus {
        let format = try self.format(format, path: path)
        let report: ImportReport
        do {
            let reader = try format.reader(ByteSource(path: path))
            let repository = try isDryRun ? reading() : writing()
            report = try IdeaImporter(repository: repository, isDryRun: isDryRun).run(reader, onRefusal: refused)
        } catch let interrupted as ImportInterrupted {
            try say(interrupted.report, isDryRun: isDryRun)
            throw ImportInterrupted(report: interrupted.report, cause: Self.cause(interrupted.cause, path))
        } catch {
            throw Self.cause(error, path)
        }
        try say(report, isDryRun: isDryRun)
        return report.refused == 0 ? .done : .failed
    }

    private static func cause(_ error: any Error, _ path: String) -> any Error {
        (error as? UnreadableFile).map { IdeaBoxError.unreadable(path: path, $0) } ?? error
    }

    func exportFile(_ path: String?, format: String?, overwrites: Bool) throws -> ExitStatus {
        guard let path, path != "-" else {
            let format = try format.map { try self.format($0, path: "-") } ?? .json
            let repository = try reading()
            if wasReplaced { return cannotGoOn() }
            _ = try IdeaExporter(repository: repository, format: format).run(output.write)
            tellOfDamagedStores()
            return .done
        }
        let format = try self.format(format, path: path)
        let target = URL(filePath: path)
        let folder = target.deletingLastPathComponent()
        guard try POSIXFiles.isFolder(folder) else {
            throw IdeaBoxError.folderMissing(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
        }
        if POSIXFiles.kind(target.path) == .folder { throw FileFailure.isAFolder(path) }
        guard overwrites || !FileManager.default.fileExists(atPath: target.path) else {
            throw IdeaBoxError.fileExists(path)
        }
        let repository = try reading()
        // A list that is empty only because the store was damaged must not take the place of what was exported before.
        if wasReplaced { return cannotGoOn() }
        let file = try DraftFile(for: target, id: surroundings.makeID())
        let count = try IdeaExporter(repository: repository, format: format).run(file.write)
        try file.finish(overwrites: overwrites)
        output.note(messages.text(.exported, count: count, path).safeForTerminal)
        tellOfDamagedStores()
        return .done
    }

    func recover(_ path: String, isVerbose: Bool) throws -> ExitStatus {
        let file = URL(filePath: path)
        switch POSIXFiles.kind(file.path) {
        case .nothing: throw FileFailure.missing(path)
        case .folder: throw FileFailure.isAFolder(path)
        case .other: throw IdeaBoxError.notAStore(path)
        case .unknown(let code): throw FileFailure(path: path, code: code)
        case .file: break
        }
        let salvage = StoreSalvage(repository: try writing(), folder: folders.data)
        let report: SalvageReport
        do {
            report = try salvage.run(file, onRefusal: refused)
        } catch let interrupted as ImportInterrupted {
            let count = interrupted.report.added + interrupted.report.replaced
            try output.write(messages.text(.recovered, count: count, path).safeForTerminal + "\n")
            throw interrupted
        }
        guard report.foundAnything || StoreSalvage.beginsLikeAStore(file) else { throw IdeaBoxError.notAStore(path) }
        StoreRescue.markRecovered(file, beside: folders.storeFile)
        let isDamaged = !report.problems.isEmpty
        if isVerbose {
            for problem in report.problems { output.note(messages.text(.recoveryProblem, problem).safeForTerminal) }
        } else if isDamaged {
            output.note(messages.text(.recoveryDamaged, file.path).safeForTerminal)
        }
        let status = try describe(report, path)
        if isVerbose, isDamaged { output.note(messages.text(.recoveryStays, file.path).safeForTerminal) }
        return status
    }

    /// What became of the ideas in a damaged store: a line of what is here now, and one of what is missing.
    private func describe(_ report: SalvageReport, _ path: String) throws -> ExitStatus {
        let ideas = report.ideas
        let saved = ideas.added + ideas.replaced
        if saved > 0 {
            var clauses = [messages.text(.recovered, count: saved, path)]
            if ideas.unchanged > 0 { clauses.append(messages.text(.recoveryKept, count: ideas.unchanged)) }
            try output.write(messages.text(of: clauses).safeForTerminal + "\n")
        } else if ideas.unchanged > 0 {
            try output.write(messages.text(.nothingToRecover, count: ideas.unchanged, path).safeForTerminal + "\n")
        } else {
            output.note(messages.text(.recoveredNothing, path).safeForTerminal)
        }
        let losses = losses(in: report)
        if !losses.isEmpty { output.note(messages.text(of: losses)) }
        return saved + ideas.unchanged == 0 ? .failed : .done
    }

    private func losses(in report: SalvageReport) -> [String] {
        var clauses: [String] = []
        let lost = report.lost + report.ideas.refused
        if lost > 0 {
            clauses.append(messages.text(report.isLossExact ? .recoveryLost : .recoveryLostPerhaps, count: lost))
        }
        if report.mayLackLatestChanges {
            clauses.append(messages.text(.recoveryLacksLatest))
        } else if lost == 0, !report.isLossExact {
            clauses.append(messages.text(.recoveryLossUnknown))
        }
        if report.doubtful > 0 { clauses.append(messages.text(.recoveryDoubtful, count: report.doubtful)) }
        return clauses
    }

    private func format(_ name: String?, path: String) throws -> ExchangeFormat {
        if let name {
            if let format = ExchangeFormat(rawValue: name.lowercased()) { return format }
            throw IdeaBoxError.notAFormat(name)
        }
        guard path != "-" else { throw IdeaBoxError.namelessInput }
        guard let format = ExchangeFormat(fileName: path) else { throw IdeaBoxError.unknownFormat(path) }
        return format
    }

    private func refused(_ row: RefusedRow) {
        output.note(messages.text(for: row).safeForTerminal)
    }

    private func say(_ report: ImportReport, isDryRun: Bool) throws {
        let lines: [(MessageKey, Int, isAlwaysSaid: Bool)] = [
            (isDryRun ? .importWouldAdd : .importAdded, report.added, true),
            (isDryRun ? .importWouldReplace : .importReplaced, report.replaced, false),
            (.importUnchanged, report.unchanged, false), (.datesCorrected, report.corrected, false),
            (isDryRun ? .importWouldRefuse : .importRefused, report.refused, false),
        ]
        if isDryRun { try output.write(messages.text(.dryRun) + "\n") }
        for (key, count, isAlwaysSaid) in lines where count > 0 || isAlwaysSaid {
            try output.write(messages.text(key, count: count) + "\n")
        }
    }
}
