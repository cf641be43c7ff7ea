import AppCommons
import Foundation
import SwiftData

/// What came out of a damaged store.
public struct SalvageReport: Equatable, Sendable {
    /// Ideas that the damaged store still held, and what became of them.
    public var ideas = ImportReport()
    /// Ideas among those read that lay on damaged pages: their texts or dates may be wrong.
    public var doubtful = 0
    /// Lines of the history that were taken over.
    public var historyLines = 0
    /// Ideas that it held once and that cannot be read any more.
    public var lost = 0
    /// Whether ``lost`` is the number itself, and not only as far as can be told.
    public var isLossExact = true
    /// Whether changes of the last saves before the damage may be missing: they were in a file that is damaged, too.
    public var mayLackLatestChanges = false
    /// What was found to be wrong with it.
    public var problems: [String] = []

    /// Whether the file held ideas, readable or not.
    var foundAnything: Bool { ideas != ImportReport() || lost > 0 }
}

/// Saves what a damaged store still holds.
///
/// Everything readable first goes into a store of its own and from there, idea by idea, into the person's, by the rules
/// of an import: nothing newer is overwritten.
struct StoreSalvage {
    let repository: IdeaRepository
    /// Where the store in between may be made; it is removed afterwards.
    let folder: URL

    /// Whether the file begins as every sound store does.
    static func beginsLikeAStore(_ file: URL) -> Bool {
        let beginning = try? ByteSource(path: file.path).nextChunk()
        return beginning?.starts(with: "SQLite format 3\0".utf8) == true
    }

    func run(_ damaged: URL, onRefusal: (RefusedRow) throws -> Void) throws -> SalvageReport {
        let workFolder = SalvageFolder(in: folder, id: repository.surroundings.makeID())
        return try workFolder.use { try run(damaged, workFolder: $0, onRefusal: onRefusal) }
    }

    private func run(
        _ damaged: URL,
        workFolder: URL,
        onRefusal: (RefusedRow) throws -> Void
    ) throws -> SalvageReport {
        let between = try StoreConfiguration.container(at: workFolder.appending(path: DataFolders.storeName))
        let found = try StoreRecovery.salvage(from: damaged, into: between)
        var report = SalvageReport()
        let table = found.tables.first { $0.name == Schema.entityName(for: Idea.self) }
        report.lost = (table?.lost ?? 0) + (table?.refused ?? 0)
        report.doubtful = table?.doubtful ?? 0
        report.isLossExact = table?.isLossExact ?? true
        report.mayLackLatestChanges = found.isLogDamaged
        report.problems = found.problems
        let importer = IdeaImporter(repository: repository, isDryRun: false, event: .recovery)
        report.ideas = try importer.run(SalvagedRows(between), onRefusal: onRefusal)
        report.historyLines = try SalvagedRemains(repository: repository, between: between).takeOver()
        return report
    }
}

/// The ideas of a store as rows of an import.
private struct SalvagedRows: ImportReader {
    private let context: ModelContext
    private var waiting: ArraySlice<ImportItem> = []
    private var offset = 0

    init(_ container: ModelContainer) {
        context = ModelContext(container)
    }

    mutating func next() throws -> ImportItem? {
        if waiting.isEmpty {
            var descriptor = FetchDescriptor<Idea>(sortBy: [SortDescriptor(\Idea.id)])
            descriptor.fetchOffset = offset
            descriptor.fetchLimit = IdeaImporter.batchSize
            waiting = try context.fetch(descriptor).map { .checked(Self.row(IdeaSnapshot($0))) }[...]
            offset += waiting.count
        }
        return waiting.popFirst()
    }

    private static func row(_ idea: IdeaSnapshot) -> ImportRow {
        ImportRow(
            line: 0,
            id: idea.id,
            title: idea.title,
            details: idea.details,
            isCompleted: idea.isCompleted,
            createdAt: idea.createdAt,
            updatedAt: idea.updatedAt,
            deviceId: idea.deviceId,
            // An idea is not lost for the sake of a number that is out of bounds.
            version: min(max(idea.version, 0), IdeaRules.maximumVersion),
            lastSyncedAt: idea.lastSyncedAt,
            deletedAt: idea.deletedAt
        )
    }
}
