import BenchmarkData
import Foundation
import GRDBRecords

/// GRDB's hand-written records on a queue.
final class GRDBSubject: Subject {
    private let ideas: GRDBIdeas
    private var kept: [IdeaRecord] = []

    init(_ store: URL, _ durability: Durability) throws {
        ideas = try GRDBIdeas(store, full: durability == .full)
    }

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
        try ideas.apply(changes, to: &kept)
    }

    func fetchAll() throws -> Int {
        try ideas.all().count
    }

    func firstPage() throws -> Int {
        try ideas.firstPage(50).count
    }

    func count() throws -> Int {
        try ideas.count()
    }

    func countOpen() throws -> Int {
        try ideas.countOpen()
    }

    func openIdeas(containing word: String) throws -> Int {
        try ideas.open(containing: word).count
    }

    func openIdeas(containingLocalized word: String) throws -> Int {
        try ideas.open(like: word).count
    }

    func faults() throws -> Int {
        try ideas.keysNewestFirst().count
    }

    func alarms() throws -> Int {
        try ideas.alarms().reduce(0) { sum, alarm in
            sum + alarm.days.reduce(0) { $0 + $1.weekday }
        }
    }
}
