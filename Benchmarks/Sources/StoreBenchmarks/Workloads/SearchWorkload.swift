import BenchmarkData
import Foundation

extension Workload {
    /// Open ideas whose title contains a word: half are open, one in a hundred holds it.
    static func contains(_ count: Int) -> Workload {
        Workload(
            "contains",
            "contains, case-sensitive",
            size: count,
            effort: .cheap,
            goal: .timesRaw(1.2),
            must: .timesRaw(2),
            prepare: Reading(
                row: "contains",
                store: { try $0.fixtures.ideas(count) },
                task: "containing",
                iterations: 10,
                word: IdeaSource.rareWord,
                body: { try $0.openIdeas(containing: IdeaSource.rareWord) }
            ).prepare
        )
    }

    /// The same by `localizedStandardContains`; raw is `instr` still, GRDB and SQLAlchemy use LIKE.
    static func containsLocalized(_ count: Int) -> Workload {
        Workload(
            "contains-localized",
            "localizedStandardContains, to instr",
            size: count,
            effort: .cheap,
            goal: .timesRaw(1.3),
            must: .timesRaw(3),
            prepare: Reading(
                row: "contains",
                store: { try $0.fixtures.ideas(count) },
                task: "containing_localized",
                iterations: 10,
                word: IdeaSource.rareWord,
                body: { try $0.openIdeas(containingLocalized: IdeaSource.rareWord) }
            ).prepare
        )
    }
}
