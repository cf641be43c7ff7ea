import BenchmarkData
import Foundation

/// Full-text search as one would write it by hand: an FTS5 table over the titles, joined by key, newest first.
package final class RawFullText {
    package static let schema = """
        CREATE VIRTUAL TABLE BenchIdea_words USING fts5(
            title, content = 'BenchIdea', content_rowid = 'pk', detail = none,
            tokenize = 'unicode61 remove_diacritics 2');
        INSERT INTO BenchIdea_words (BenchIdea_words) VALUES ('rebuild');
        """

    private let database: RawDatabase
    private let newest: RawStatement

    package init(_ database: RawDatabase) throws {
        self.database = database
        newest = try database.prepare(
            """
            SELECT pk, title, updatedAt FROM BenchIdea
            WHERE pk IN (SELECT rowid FROM BenchIdea_words WHERE BenchIdea_words MATCH ?)
            ORDER BY updatedAt DESC LIMIT 50
            """
        )
    }

    /// Titles of the 50 newest ideas that hold `word`.
    package func newest(matching word: String) throws -> [String] {
        defer { newest.reset() }
        newest.bind(word, at: 1)
        var titles: [String] = []
        while try newest.step() {
            titles.append(newest.string(1))
        }
        return titles
    }
}
