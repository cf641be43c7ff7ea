import Foundation
import SwiftData

@testable import IdeaBoxCore

/// A sound store and copies of it in which random bytes are changed.
struct FlippedStore {
    static let ideas = 120
    let folder: URL

    private var sound: URL { folder.appending(path: "sound.sqlite") }
    private var originals: URL { folder.appending(path: "originals.json") }

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
        try Data(try repository.exported(.json).utf8).write(to: originals)
        try Self.copyWithoutLog(box.folders.storeFile, to: sound)
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
        /// What salvage said, where it was asked.
        var salvage: SalvageReport?
        /// What is wrong with our behaviour; empty if nothing is.
        var complaint = ""
    }

    /// Changes 1 to 500 bytes of a copy, opens it as the app does, reads everything and writes something.
    func round(_ number: Int, salvages: Bool) throws -> Outcome {
        var random = SeededGenerator(seed: UInt64(number))
        let box = try TestBox()
        var bytes = try Data(contentsOf: sound)
        for _ in 0..<Int.random(in: 1...500, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
        }
        try FileManager.default.createDirectory(at: box.folders.data, withIntermediateDirectories: true)
        try bytes.write(to: box.folders.storeFile)
        let expected = try String(contentsOf: originals, encoding: .utf8)
        var outcome = Outcome()
        do {
            let store = try box.open()
            outcome.isDetected = store.wasReplaced
            if !store.wasReplaced {
                if try store.repository.exported(.json) != expected { outcome.complaint = "what was read differs" }
                _ = try store.repository.history(HistoryFilter(), IdeaPage(size: 10_000))
                _ = try store.repository.create(title: "still works")
            }
        } catch let error as StoreError where error.saysDamaged {
            outcome.isDetected = true
        } catch {
            outcome.complaint = "\(error)"
        }
        if outcome.isDetected, salvages { try salvage(bytes, expected, in: box, &outcome) }
        return outcome
    }

    private func salvage(_ bytes: Data, _ expected: String, in box: TestBox, _ outcome: inout Outcome) throws {
        let damaged = box.folder.appending(path: "damaged.sqlite")
        try bytes.write(to: damaged)
        let target = try TestBox()
        let repository = try target.repository()
        let report = try StoreSalvage(repository: repository, folder: target.folders.data).run(damaged) { _ in }
        outcome.salvage = report
        let lines = Set(expected.split(separator: "\n").map { $0.hasSuffix(",") ? $0.dropLast() : $0 })
        let wrong = try repository.exported(.json).split(separator: "\n")
            .map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
            .filter { $0.hasPrefix("{") && !lines.contains($0) }
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
}
