import Foundation
import SwiftData

/// How the store is set up.
///
/// Additions of our SwiftData are named here.
enum StoreConfiguration {
    static let schema = Schema(
        [Idea.self, SyncState.self, SyncLog.self, SyncMemo.self],
        version: Schema.Version(1, 1, 0)
    )

    /// A container over the file, or in memory when there is none.
    static func container(at file: URL?, isReadOnly: Bool = false) throws -> ModelContainer {
        guard let file else {
            let memory = ModelConfiguration(
                "IdeaBox",
                schema: schema,
                isStoredInMemoryOnly: true,
                cloudKitDatabase: .none
            )
            return try ModelContainer(for: schema, configurations: withAdditions(memory))
        }
        let stored = ModelConfiguration(
            "IdeaBox",
            schema: schema,
            url: file,
            allowsSave: !isReadOnly,
            cloudKitDatabase: .none
        )
        return try ModelContainer(for: schema, configurations: withAdditions(stored))
    }

    private static func withAdditions(_ configuration: ModelConfiguration) -> ModelConfiguration {
        var configuration = configuration
        // What was acknowledged survives a power cut.
        configuration.durability = .full
        // A changed byte in a title is noticed, not shown.
        configuration.pageChecksums = true
        configuration.fullTextIndexes = [FullTextIndex(\Idea.title, \Idea.details)]
        return configuration
    }

    /// What is wrong with the structure of the file; nil for a sound one.
    ///
    /// Reads the whole file.
    static func damage(in file: URL) throws -> String? {
        try StoreIntegrity.problems(in: file, limit: 1).first
    }
}
