import SwiftData

// MARK: One to many, in order

@Model
final class Playlist {
    var title: String
    @Relationship(deleteRule: .cascade, inverse: \Track.playlist) var tracks: [Track]

    init(_ title: String, tracks: [Track] = []) {
        self.title = title
        self.tracks = tracks
    }
}

@Model
final class Track {
    var title: String
    var playlist: Playlist?

    init(_ title: String, playlist: Playlist? = nil) {
        self.title = title
        self.playlist = playlist
    }
}

// MARK: Many to many

@Model
final class Post {
    var title: String
    var topics: [Topic] = []

    init(_ title: String, topics: [Topic] = []) {
        self.title = title
        self.topics = topics
    }
}

@Model
final class Topic {
    var name: String
    @Relationship(inverse: \Post.topics) var posts: [Post] = []

    init(_ name: String) { self.name = name }
}

// MARK: One way

@Model
final class Drawer {
    var name: String
    var spoons: [Spoon] = []
    var favourite: Spoon?

    init(_ name: String, spoons: [Spoon] = []) {
        self.name = name
        self.spoons = spoons
    }
}

@Model
final class Spoon {
    var size: Int

    init(_ size: Int) { self.size = size }
}

// MARK: One to one

@Model
final class Citizen {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Passport.holder) var passport: Passport?

    init(_ name: String, passport: Passport? = nil) {
        self.name = name
        self.passport = passport
    }
}

@Model
final class Passport {
    var number: String
    var holder: Citizen?

    init(_ number: String, holder: Citizen? = nil) {
        self.number = number
        self.holder = holder
    }
}

// MARK: To itself

@Model
final class Branch {
    var name: String
    var parent: Branch?
    @Relationship(deleteRule: .cascade, inverse: \Branch.parent) var children: [Branch] = []

    init(_ name: String, parent: Branch? = nil) {
        self.name = name
        self.parent = parent
    }
}

@Model
final class Friend {
    var name: String
    /// A class cannot name a relationship as its own inverse, so mutual ones come in pairs.
    @Relationship(inverse: \Friend.admirers) var friends: [Friend] = []
    var admirers: [Friend] = []
    @Relationship(inverse: \Friend.isMarriedTo) var married: Friend?
    var isMarriedTo: Friend?

    init(_ name: String) { self.name = name }
}

// MARK: Required and counted

@Model
final class Invoice {
    var number: Int
    @Relationship(deleteRule: .cascade, inverse: \InvoiceLine.invoice) var lines: [InvoiceLine] = []

    init(_ number: Int) { self.number = number }
}

@Model
final class InvoiceLine {
    var text: String
    var invoice: Invoice

    init(_ text: String, of invoice: Invoice) {
        self.text = text
        self.invoice = invoice
    }
}

@Model
final class Team {
    var name: String
    @Relationship(minimumModelCount: 1, maximumModelCount: 3, inverse: \Player.team) var players: [Player]

    init(_ name: String, players: [Player] = []) {
        self.name = name
        self.players = players
    }
}

@Model
final class Player {
    var name: String
    var team: Team?

    init(_ name: String) { self.name = name }
}
