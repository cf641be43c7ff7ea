import SwiftData
import Foundation

@Model class Track {
    @Attribute(.unique) var isrc: String
    var title: String
    var seconds: Int
    var playlists: [Playlist]
    var queuedIn: PlayQueue?

    init(isrc: String, title: String, seconds: Int, playlists: [Playlist] = []) {
        self.isrc = isrc
        self.title = title
        self.seconds = seconds
        self.playlists = playlists
    }
}

@Model class Playlist {
    var name: String
    @Relationship(inverse: \Track.playlists) var tracks: [Track]
    @Relationship(deleteRule: .nullify) var parent: Playlist?
    @Relationship(deleteRule: .cascade, inverse: \Playlist.parent) var folders: [Playlist] = []

    init(name: String, tracks: [Track] = []) {
        self.name = name
        self.tracks = tracks
    }

    var duration: Duration { .seconds(tracks.reduce(0) { $0 + $1.seconds }) }

    func move(_ track: Track, to position: Int) {
        guard let index = tracks.firstIndex(of: track) else { return }
        tracks.remove(at: index)
        tracks.insert(track, at: min(position, tracks.count))
    }

    func shuffle(using generator: inout some RandomNumberGenerator) {
        tracks.shuffle(using: &generator)
    }
}

@Model class PlayQueue {
    @Relationship(deleteRule: .nullify, inverse: \Track.queuedIn) var upcoming: [Track] = []
    var position: Int = 0

    init() {}
}
