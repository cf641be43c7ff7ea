import BenchmarkData
import Foundation
import RawSQLite

extension Workload {
    /// The 50 newest ideas whose title holds a word that one idea in a hundred has.
    static func fullTextRare(_ count: Int) -> Workload {
        fullText("full-text-rare", "full-text search, word in 1 %", IdeaSource.rareWord, count, goal: 10, must: 20)
    }

    /// The same with a word that every second idea has.
    static func fullTextCommon(_ count: Int) -> Workload {
        fullText(
            "full-text-common",
            "full-text search, word in 50 %",
            IdeaSource.commonWord,
            count,
            goal: 100,
            must: 150
        )
    }

    private static func fullText(
        _ name: String,
        _ path: String,
        _ word: String,
        _ count: Int,
        goal: Double,
        must: Double
    ) -> Workload {
        Workload(
            name,
            path,
            size: count,
            effort: .medium,
            goal: .atMost(goal),
            must: .atMost(must),
            showsFigures: true
        ) { contender, stage in
            let search: () throws -> [String]
            switch contender {
            case .raw:
                let index = try RawFullText(try RawDatabase(try stage.fixtures.rawFullText(count)))
                search = { try index.newest(matching: word) }
            case .ours:
                let subject = try SwiftDataFullText(try stage.fixtures.ourFullText(count))
                search = { try subject.newest(matching: word) }
            case .grdb: throw Absent("the same FTS5 statement as raw")
            case .sqlAlchemy: throw Absent("no full-text search of its own")
            }
            // The words of the newest titles, not only their number: both must find the same 50.
            try stage.check(try search().reduce(0) { $0 &+ $1.utf8.count }, of: contender, in: name)
            return .single { try CPUClock.milliseconds { consume(try search()) } }
        }
    }
}
