import Foundation
import SwiftData

/// Own games sync; the opening book is shipped read-only; engine lines are only kept in memory.
@Model
final class ChessGame {
    var white: String
    var black: String
    var playedOn: Date
    var moves: [String]
    var result: Outcome
    /// Points into the other store by value, because relationships stay inside one file.
    var openingCode: String?

    init(white: String, black: String, playedOn: Date, moves: [String] = [], result: Outcome = .open) {
        self.white = white
        self.black = black
        self.playedOn = playedOn
        self.moves = moves
        self.result = result
    }

    enum Outcome: String, Codable {
        case white = "1-0", black = "0-1", draw = "1/2-1/2", open = "*"
    }
}

@Model
final class Opening {
    @Attribute(.unique) var code: String
    var name: String
    var line: [String]
    @Relationship(deleteRule: .cascade, inverse: \OpeningVariation.opening) var variations: [OpeningVariation] = []

    init(code: String, name: String, line: [String]) {
        self.code = code
        self.name = name
        self.line = line
    }
}

@Model
final class OpeningVariation {
    var name: String
    var opening: Opening?

    init(name: String) { self.name = name }
}

@Model
final class EngineLine {
    var depth: Int
    var score: Double
    var moves: [String]

    init(depth: Int, score: Double, moves: [String]) {
        self.depth = depth
        self.score = score
        self.moves = moves
    }
}

struct ChessDatabase {
    static let games = Schema([ChessGame.self])
    static let openings = Schema([Opening.self, OpeningVariation.self])
    static let engine = Schema([EngineLine.self])
    static let everything = Schema([ChessGame.self, Opening.self, OpeningVariation.self, EngineLine.self])

    let container: ModelContainer

    init(folder: URL, bookIsWritable: Bool = false) throws {
        let games = ModelConfiguration(
            "Games",
            schema: Self.games,
            url: folder.appendingPathComponent("games.store"),
            cloudKitDatabase: .none
        )
        let openings = ModelConfiguration(
            "Openings",
            schema: Self.openings,
            url: folder.appendingPathComponent("openings.store"),
            allowsSave: bookIsWritable,
            cloudKitDatabase: .none
        )
        let engine = ModelConfiguration("Engine", schema: Self.engine, isStoredInMemoryOnly: true)
        container = try ModelContainer(for: Self.everything, configurations: games, openings, engine)
    }

    func seedBook() throws {
        let context = ModelContext(container)
        let sicilian = Opening(code: "B20", name: "Sicilian", line: ["e4", "c5"])
        sicilian.variations = [OpeningVariation(name: "Najdorf"), OpeningVariation(name: "Dragon")]
        context.insert(sicilian)
        context.insert(Opening(code: "C20", name: "Open game", line: ["e4", "e5"]))
        try context.save()
    }

    func opening(of game: ChessGame, in context: ModelContext) throws -> Opening? {
        guard let code = game.openingCode else { return nil }
        return try context.fetch(FetchDescriptor<Opening>(predicate: #Predicate { $0.code == code })).first
    }
}
