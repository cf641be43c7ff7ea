import BenchmarkData
import Foundation

/// How much a commit survives: the application's crash (NORMAL) or a power cut too (FULL).
enum Durability: String {
    case normal = "NORMAL"
    case full = "FULL"
}

/// A contender that lives in this process: opened once for a row, then asked for the row's work again and again.
///
/// A method that returns a number answers what it read, so that the contenders can be held to the same answer.
protocol Subject: AnyObject {
    init(_ store: URL, _ durability: Durability) throws

    // MARK: Writing

    /// One transaction.
    func insert(_ ideas: [IdeaValues]) throws
    /// A transaction for each idea.
    func insertSingly(_ ideas: [IdeaValues]) throws
    /// Reads every idea and keeps it, as an app with a long list does; `apply` changes what is kept.
    func keepAll() throws
    func dropAll()
    /// One transaction.
    func apply(_ changes: [IdeaChange]) throws

    // MARK: Reading

    /// Every idea, by a reader that knows none of them yet; what was read is freed again.
    func fetchAll() throws -> Int
    /// Every idea again, while all are kept.
    func fetchAllKept() throws -> Int
    /// The 50 ideas changed last, by a reader that knows none of them yet.
    func firstPage() throws -> Int
    func count() throws -> Int
    /// Open ideas changed fewer than 25 times.
    func countOpen() throws -> Int
    /// Open ideas whose title holds `word`, case and accents included.
    func openIdeas(containing word: String) throws -> Int
    /// Open ideas whose title holds `word` as a person would search for it.
    func openIdeas(containingLocalized word: String) throws -> Int
    /// All ideas in order of their last change, without their values.
    func faults() throws -> Int
    /// Every alarm with all its repeats; the answer adds up the weekdays.
    func alarms() throws -> Int
}

extension Subject {
    func fetchAllKept() throws -> Int { try fetchAll() }
}
