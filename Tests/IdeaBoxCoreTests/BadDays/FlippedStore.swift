import Foundation
import SwiftData

@testable import IdeaBoxCore

/// A sound store, alone and with a log beside it, and copies of both in which random bytes are changed.
struct FlippedStore {
    static let ideas = 40
    private static let savesInLog = 12
    let folder: URL

    private var sound: URL { folder.appending(path: "sound.sqlite") }
    private var logged: URL { folder.appending(path: "logged.sqlite") }
    private var originals: URL { folder.appending(path: "originals.json") }
    /// As it was before the last save in the log, and after it.
    private var lastButOne: URL { folder.appending(path: "last-but-one.json") }
    private var newest: URL { folder.appending(path: "newest.json") }

    /// Makes the sound store: ideas of all sizes, some done, some in the trash, with a history.
    func make(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let box = try TestBox()
        let repository = try box.repository()
        var file = ExportText(format: .json).head
        for number in 0..<Self.ideas {
            var idea = random.idea(SeededGenerator.plainPieces)
            // Some are longer than a page.
            if number.isMultiple(of: 15) { idea.details = String(repeating: "\(number) 靈 ", count: 600) }
            file += ExportText(format: .json).piece(idea, isFirst: number == 0)
        }
        _ = try repository.imported(file + ExportText(format: .json).tail(isEmpty: false))
        let some = try repository.ideas(in: .open, IdeaPage(size: 20)).elements
        for idea in some { _ = try repository.edit(idea.id, title: idea.title + "!") }
        try Data(try Self.everything(repository).utf8).write(to: originals)
        try Self.copyWithoutLog(box.folders.storeFile, to: sound)
        try makeLogged()
    }

    /// The same with a log of further saves, as a killed process leaves it.
    private func makeLogged() throws {
        let box = try TestBox()
        let store = box.folders.storeFile
        try FileManager.default.createDirectory(at: box.folders.data, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: sound, to: store)
        let repository = try box.repository()
        let ideas = try repository.ideas(in: .open, IdeaPage(size: Self.savesInLog)).elements
        for (number, idea) in ideas.enumerated() {
            if number == ideas.count - 1 { try Data(try Self.everything(repository).utf8).write(to: lastButOne) }
            _ = try repository.edit(idea.id, title: idea.title + "?")
        }
        try Data(try Self.everything(repository).utf8).write(to: newest)
        for companion in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: store.path + companion, toPath: logged.path + companion)
        }
    }

    /// The ideas, their history and what is known of their sync.
    private static func everything(_ repository: IdeaRepository) throws -> String {
        let history = try repository.history(HistoryFilter(), IdeaPage(size: 10_000)).elements.map(\.json)
        let states = try repository.context.fetch(FetchDescriptor<SyncState>(sortBy: [SortDescriptor(\.ideaId)]))
        let sync = states.map { state in
            "\(state.ideaId) \(state.localVersion) \(state.isPendingSync) \(state.lastModifiedAt) \(state.isObsolete)"
        }
        return try repository.exported(.json) + "\(history)\n\(sync)"
    }

    /// Copies a store that may be open, with what its log holds.
    private static func copyWithoutLog(_ store: URL, to copy: URL) throws {
        for companion in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + companion) {
            try FileManager.default.copyItem(atPath: store.path + companion, toPath: copy.path + companion)
        }
        // Opening and giving up the only container brings the log in.
        do { _ = try StoreConfiguration.container(at: copy) }
    }

    /// What one round came to.
    struct Outcome {
        var isDetected = false
        /// Whether the last save of a log went without a word, as after a power cut in the middle of it.
        var hasLostLastSave = false
        /// What salvage said of a damaged copy.
        var salvage: SalvageReport?
        /// What is wrong with our behaviour; empty if nothing is.
        var complaint = ""
    }

    /// The bytes of a store and of its log, if it has one.
    private struct Bytes {
        var store: Data
        var log: Data?

        init(of url: URL, hasLog: Bool) throws {
            store = try Data(contentsOf: url)
            log = hasLog ? try Data(contentsOf: URL(filePath: url.path + "-wal")) : nil
        }

        /// Changes bytes anywhere in both.
        mutating func damage(_ count: Int, _ random: inout SeededGenerator) {
            for _ in 0..<count {
                let place = Int.random(in: 0..<store.count + (log?.count ?? 0), using: &random)
                let change = UInt8.random(in: 1...255, using: &random)
                if place < store.count { store[place] ^= change } else { log?[place - store.count] ^= change }
            }
        }

        func write(to url: URL) throws {
            try store.write(to: url)
            try log?.write(to: URL(filePath: url.path + "-wal"))
        }
    }

    /// Every other copy has a log beside it.
    static func hasLog(_ number: Int) -> Bool { number.isMultiple(of: 2) }

    /// Of each eight copies, one with a log and one without have one changed byte and no more.
    static func isSingle(_ number: Int) -> Bool { number % 8 == 0 || number % 8 == 3 }

    /// Changes 1 to 500 bytes of a copy, opens it as the app does, reads everything and writes something.
    ///
    func round(_ number: Int) throws -> Outcome {
        var random = SeededGenerator(seed: UInt64(number))
        let hasLog = Self.hasLog(number)
        let box = try TestBox()
        var bytes = try Bytes(of: hasLog ? logged : sound, hasLog: hasLog)
        bytes.damage(Self.isSingle(number) ? 1 : Int.random(in: 1...500, using: &random), &random)
        try FileManager.default.createDirectory(at: box.folders.data, withIntermediateDirectories: true)
        try bytes.write(to: box.folders.storeFile)
        // Damage to the last save in a log cannot be told from a power cut in the middle of it.
        let expected = try (hasLog ? [newest, lastButOne] : [originals]).map {
            try String(contentsOf: $0, encoding: .utf8)
        }
        var outcome = Outcome()
        do {
            let store = try box.open()
            outcome.isDetected = store.wasReplaced
            if !store.wasReplaced {
                let read = try Self.everything(store.repository)
                if !expected.contains(read) { outcome.complaint = "what was read differs" }
                outcome.hasLostLastSave = read != expected[0]
                _ = try store.repository.create(title: "still works")
            }
        } catch let error as StoreError where error.saysDamaged {
            outcome.isDetected = true
        } catch {
            outcome.complaint = "\(error)"
        }
        if outcome.isDetected {
            // What was written before the log, or in the middle of it, may be what is left.
            let older = hasLog ? [try String(contentsOf: originals, encoding: .utf8)] : []
            try salvage(bytes, expected + older, in: box, &outcome)
        }
        return outcome
    }

    private func salvage(_ bytes: Bytes, _ expected: [String], in box: TestBox, _ outcome: inout Outcome) throws {
        let damaged = box.folder.appending(path: "damaged.sqlite")
        try bytes.write(to: damaged)
        let target = try TestBox()
        // The last changes are a moment ahead of the clock that they were made by, and nothing is taken over from the future.
        target.clock.advance(seconds: 1)
        let repository = try target.repository()
        let report = try StoreSalvage(repository: repository, folder: target.folders.data).run(damaged) { _ in }
        outcome.salvage = report
        let lines = Set(expected.flatMap(Self.rows))
        let wrong = Self.rows(try repository.exported(.json)).filter { $0.hasPrefix("{") && !lines.contains($0) }
        let saved = report.ideas.added
        if wrong.count > report.doubtful {
            outcome.complaint = "\(wrong.count) wrong, \(report.doubtful) said to be doubtful: \(wrong[0])"
        }
        let accounted = saved + report.lost + report.ideas.refused + report.ideas.unchanged
        if report.isLossExact, accounted < Self.ideas {
            outcome.complaint = "\(saved) saved, \(report.lost) lost, \(report.ideas.refused) refused of \(Self.ideas)"
        }
        if report.problems.isEmpty { outcome.complaint = "no problem was named" }
    }

    private static func rows(_ text: String) -> [Substring] {
        text.split(separator: "\n").map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
    }
}
