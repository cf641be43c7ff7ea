import BenchmarkData
import Foundation
import RawSQLite

/// Prepared statements through SQLite's C API.
final class RawSubject: Subject {
    private let database: RawDatabase
    private let ideas: RawIdeas
    private lazy var scalars = Result { try RawScalars(database) }
    private lazy var alarmTables = Result { try RawAlarms(database) }
    private var kept: [RawIdea] = []

    init(_ store: URL, _ durability: Durability) throws {
        database = try RawDatabase(store, full: durability == .full, cacheMebibytes: Self.cacheMebibytes)
        ideas = try RawIdeas(database)
    }

    /// `--raw-cache`: the page cache of the raw connections; nil is SQLite's own default.
    nonisolated(unsafe) static var cacheMebibytes: Int?

    func insert(_ values: [IdeaValues]) throws {
        try ideas.insert(values)
    }

    func insertSingly(_ values: [IdeaValues]) throws {
        try ideas.insertSingly(values)
    }

    func keepAll() throws {
        kept = try ideas.all()
    }

    func dropAll() {
        kept = []
    }

    func apply(_ changes: [IdeaChange]) throws {
        try ideas.apply(changes)
    }

    func fetchAll() throws -> Int {
        try ideas.all().count
    }

    func firstPage() throws -> Int {
        try ideas.firstPage(50).count
    }

    func count() throws -> Int {
        try scalars.get().count()
    }

    func countOpen() throws -> Int {
        try scalars.get().countOpen()
    }

    func openIdeas(containing word: String) throws -> Int {
        try ideas.open(containing: word).count
    }

    /// The localized rows are measured against `instr` too: the least that a search can cost.
    func openIdeas(containingLocalized word: String) throws -> Int {
        try ideas.open(containing: word).count
    }

    func faults() throws -> Int {
        try scalars.get().keysNewestFirst().count
    }

    func alarms() throws -> Int {
        try alarmTables.get().all().reduce(0) { sum, alarm in
            sum + alarm.days.reduce(0) { $0 + $1.weekday }
        }
    }
}
