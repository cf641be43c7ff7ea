import SwiftData

@Model
final class Song {
    var title: String
    var plays: Int
    var isLoved: Bool
    var lyrics: String?
    var artist: Artist?
    var genres: [Genre] = []

    init(_ title: String, plays: Int = 0, isLoved: Bool = false, artist: Artist? = nil) {
        self.title = title
        self.plays = plays
        self.isLoved = isLoved
        self.artist = artist
    }
}

@Model
final class Artist {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Song.artist) var songs: [Song] = []
    var manager: Manager?

    init(_ name: String) { self.name = name }
}

@Model
final class Manager {
    var name: String

    init(_ name: String) { self.name = name }
}

@Model
final class Genre {
    var name: String
    @Relationship(inverse: \Song.genres) var songs: [Song] = []

    init(_ name: String) { self.name = name }
}

enum Music {
    static let types: [any PersistentModel.Type] = [Song.self, Artist.self, Manager.self, Genre.self]

    /// Artists with songs of their own, every song in two genres.
    static func fill(_ store: TestStore, artists: Int, songsEach: Int) throws {
        let context = store.makeContext()
        let genres = ["calm", "loud", "new"].map { Genre($0) }
        for genre in genres { context.insert(genre) }
        for number in 0..<artists {
            let artist = Artist("artist \(number)")
            artist.manager = Manager("manager \(number)")
            context.insert(artist)
            for song in 0..<songsEach {
                let made = Song("song \(number).\(song)", plays: number * songsEach + song, artist: artist)
                made.lyrics = "la \(number)"
                made.genres = [genres[song % 3], genres[(song + 1) % 3]]
            }
        }
        try context.save()
    }
}
