import Foundation
import SwiftData

enum Genre: String, Codable, CaseIterable, Hashable {
    case drama, comedy, thriller, documentary
}

@Model
final class Movie {
    var title: String
    var originalTitle: String?
    var year: Int
    var minutes: Int
    var score: Double
    var votes: Int?
    var genre: Genre
    var secondGenre: Genre?
    var isWatched: Bool
    var watchedOn: Date?
    var tags: [String] = []
    var marks: [Int] = []
    var studio: Studio?
    var director: Director?
    @Relationship(deleteRule: .cascade, inverse: \Scene.movie) var scenes: [Scene] = []
    @Relationship(inverse: \Actress.movies) var cast: [Actress]? = []
    @Transient var isSelected = false

    init(_ title: String, year: Int, minutes: Int, score: Double, genre: Genre) {
        self.title = title
        self.year = year
        self.minutes = minutes
        self.score = score
        self.genre = genre
        self.isWatched = false
    }

    var decade: Int { year / 10 * 10 }
}

@Model
final class Scene {
    var name: String
    var seconds: Int
    var isDeletedScene: Bool
    var movie: Movie?

    init(_ name: String, seconds: Int, isDeletedScene: Bool = false) {
        self.name = name
        self.seconds = seconds
        self.isDeletedScene = isDeletedScene
    }
}

@Model
final class Studio {
    var name: String
    var country: Country
    var movies: [Movie] = []

    init(name: String, country: Country) {
        self.name = name
        self.country = country
    }

    struct Country: Codable, Hashable {
        var code: String
        var region: String?
    }
}

@Model
final class Director {
    var name: String
    var mentor: Director?
    @Relationship(inverse: \Movie.director) var movies: [Movie] = []

    init(name: String, mentor: Director? = nil) {
        self.name = name
        self.mentor = mentor
    }
}

@Model
final class Actress {
    var name: String
    var movies: [Movie]? = []

    init(name: String) { self.name = name }
}
