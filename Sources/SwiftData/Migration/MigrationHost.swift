import Foundation
import GRDB

/// What a migration needs of the container.
protocol MigrationHost: Sendable {
    /// Runs `body` with a context over `schema` on the store in the file `url`, which has exactly that schema.
    ///
    /// The file is a copy that stands for the store at `original`: external files are read and added where `original`
    /// has them, and none is removed. Unsaved changes are saved by the caller.
    func withContext(
        over schema: Schema,
        at url: URL,
        standingFor original: URL,
        body: (ModelContext) throws -> Void
    ) throws

    /// Registers the functions and collations that the store's own tables and triggers use.
    func prepare(_ database: Database) throws
}
