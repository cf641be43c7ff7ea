import BenchmarkData
import Foundation
import RawSQLite

/// Reads what a contender wrote, through the C API.
struct RawReader {
    private let table: RawIdeas

    init(_ store: URL) throws {
        table = try RawIdeas(RawDatabase(store))
    }

    func ideas() throws -> [IdeaValues] {
        try table.all().sorted { $0.key < $1.key }.map(\.values)
    }
}
