import Foundation
import SwiftData

/// Salvages the store into a new one: everything of a sound store must arrive, and of a damaged one what the report says.
struct SalvageCheck {
    let machine: Machine
    let step: Step

    func run() throws {
        try DamageCheck.bringIntoFile(machine)
        guard FileManager.default.fileExists(atPath: machine.folder.url.path) else { return }
        let (report, found) = try salvage()
        if let difference = found.difference(from: machine.oracle.committed) {
            machine.report(.recoveredState, "\(step): salvaged, \(difference); \(report)")
        }
        machine.count("stores salvaged")
    }

    /// The file is damaged: an error is of the documented type, and what is in the new store was in the old one.
    ///
    /// Without sums nobody can tell a wrong value from a right one, so there only the type of the error and the structure of the
    /// new store count.
    func runOnDamaged() {
        do {
            let (report, found) = try salvage()
            machine.count(report.isOfNoLoss ? "damaged stores salvaged without loss" : "damaged stores salvaged")
            guard machine.story.setting == .hardened else { return }
            let committed = machine.oracle.committed
            if report.isOfNoLoss, let difference = found.difference(from: committed) {
                machine.report(.recoveredState, "\(step): salvaged without loss, \(difference); \(report)")
            }
            let isDoubtful = report.isLogDamaged || report.tables.contains { $0.doubtful > 0 }
            if !isDoubtful, let invention = found.invention(besides: committed) {
                machine.report(.recoveredState, "\(step): salvaged without a doubt, \(invention); \(report)")
            }
        } catch is StoreError {
            machine.count("damaged stores that cannot be salvaged")
        } catch {
            machine.report(.errorKind, "\(step): the salvage of a damaged file gives \(error)")
        }
    }

    private func salvage() throws -> (report: RecoveryReport, found: Contents) {
        let copy = machine.folder.folder.appendingPathComponent("salvaged.store")
        for suffix in ["", "-wal", "-shm", "-commit"] { unlink(copy.path + suffix) }
        let report = try machine.letTamper { file in
            let configuration = ModelConfiguration(schema: Garden.schema, url: copy)
            let container = try ModelContainer(for: Garden.schema, configurations: configuration)
            return try StoreRecovery.salvage(from: file, into: container)
        }
        return (report, try machine.outside(of: copy) { try $0.contents() })
    }
}

extension RecoveryReport {
    /// Whether nothing is missing or doubtful, as far as it says.
    fileprivate var isOfNoLoss: Bool {
        !isLogDamaged
            && tables.allSatisfy {
                $0.lost == 0 && $0.refused == 0 && $0.doubtful == 0 && $0.cutLinks == 0 && $0.isLossExact
            }
    }
}

extension Contents {
    /// A row, a value or a link that is not among what was expected, in words; rows and links may be missing.
    fileprivate func invention(besides expected: Contents) -> String? {
        var inventions: [String] = []
        func check<Row>(_ name: String, _ rows: [Int: Row], _ isKnown: (Int, Row) -> Bool) {
            for (number, row) in rows.sorted(by: { $0.key < $1.key }) where !isKnown(number, row) {
                inventions.append("\(name) \(number) is \(row)")
            }
        }
        check("shelf", shelves) { expected.shelves[$0] == $1 }
        check("book", books) { number, row in expected.books[number].map { row.isPart(of: $0) } ?? false }
        check("chapter", chapters) { number, book in
            expected.chapters[number].map { book == nil || book == $0 } ?? false
        }
        check("item", items) { number, row in expected.items[number].map { row.isPart(of: $0) } ?? false }
        check("token", tokens) { expected.tokens[$0] == $1 }
        inventions += labels.subtracting(expected.labels).sorted().map { "label \($0) is there" }
        inventions += slips.subtracting(expected.slips).sorted().map { "slip \($0) is there" }
        return inventions.first
    }
}

extension Contents.BookRow {
    fileprivate func isPart(of meant: Self) -> Bool {
        guard attributes == meant.attributes, coded == meant.coded, year == meant.year else { return false }
        return (shelf == nil || shelf == meant.shelf) && (slip == nil || slip == meant.slip)
            && labels.isSubset(of: meant.labels)
    }
}

extension Contents.ItemRow {
    fileprivate func isPart(of meant: Self) -> Bool {
        name == meant.name && watts == meant.watts && (place == nil || place == meant.place)
    }
}
