/// What the schema grants in the public database.
struct PublicGrants: Sendable {
    /// Who may do something, by record type; a type without has the usual grants.
    enum Role: String, Sendable {
        case world = "_world"
        case signedIn = "_icloud"
        case creator = "_creator"
    }

    /// The grants by type, as READ, CREATE and WRITE have them.
    static let all: [String: [String: [Role]]] = [
        "Board": ["READ": [.world], "CREATE": [.signedIn], "WRITE": [.signedIn]],
        "Drop": ["READ": [.creator], "CREATE": [.signedIn], "WRITE": [.creator]],
        "Blind": ["READ": [.creator], "CREATE": [.signedIn], "WRITE": [.signedIn]],
        "Locked": ["READ": [.world], "CREATE": [], "WRITE": [.creator]],
    ]

    private static let usual: [String: [Role]] = ["READ": [.world], "CREATE": [.signedIn], "WRITE": [.creator]]

    /// Whether a signed-in user may do something with a record, or with one that is to be made.
    static func allow(_ permission: String, type: String, user: String, creator: String?) -> Bool {
        (all[type] ?? usual)[permission, default: []].contains { role in
            switch role {
            case .world, .signedIn: true
            case .creator: creator == user
            }
        }
    }
}
