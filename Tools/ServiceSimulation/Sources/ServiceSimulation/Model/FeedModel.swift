/// What a reader says about where it is.
enum FeedStart: Sendable, Hashable {
    /// It has nothing.
    case beginning
    /// It says that it has everything.
    case end
    /// It has a token, or something that is none.
    case token(String)

    /// The member of a request.
    var json: JSON? {
        switch self {
        case .beginning: nil
        case .end: .text("")
        case .token(let text): .text(text)
        }
    }
}

/// A page of changes that a reader is to get.
struct ExpectedPage: Sendable {
    let versions: [RecordVersion]
    let moreComing: Bool
    let token: TokenState
}

/// A page of zones that a reader is to get.
struct ExpectedZones: Sendable {
    let zones: [ModelZone]
    let moreComing: Bool
    let token: TokenState
}

extension ServiceModel {
    /// Entries of a page at most, whatever a reader asks for.
    static let pageSize = 200

    /// How many entries a page has; nil where the limit is none.
    static func pageSize(_ limit: Int?) -> Int? {
        guard let limit, limit != 0 else { return pageSize }
        return limit < 0 ? nil : min(limit, pageSize)
    }

    /// What is wrong with where a reader begins in a zone; nil if nothing is.
    func problem(of start: FeedStart, in id: DatabaseID, zone name: String, _ tokens: TokenLedger) -> ExpectedError? {
        guard case .token(let text) = start else { return nil }
        guard let token = tokens.state(of: text), token.database == id, token.zone == name else {
            return ExpectedError("BAD_REQUEST")
        }
        guard let zone = self[id, name] else {
            return name == ModelZone.defaultName && token.life != nil ? ExpectedError("CHANGE_TOKEN_EXPIRED") : nil
        }
        let isOfThisLife = token.life == nil || token.life == zone.life
        guard isOfThisLife, token.last <= zone.head, token.reach >= zone.prunedBelow else {
            return ExpectedError("CHANGE_TOKEN_EXPIRED")
        }
        return nil
    }

    /// The page of a zone that is there, where all tokens are good and the answer has room for some more records.
    func page(
        of name: String,
        in id: DatabaseID,
        from start: FeedStart,
        room: Int,
        isReversed: Bool,
        _ tokens: TokenLedger
    ) -> ExpectedPage {
        guard let zone = self[id, name] else {
            let untouched = TokenState(database: id, zone: name, life: nil, position: 0)
            return ExpectedPage(versions: [], moreComing: false, token: untouched)
        }
        var begin = TokenState(database: id, zone: name, life: zone.life, position: 0)
        switch start {
        case .beginning: begin.firstHead = zone.head
        case .end: begin.position = zone.head
        case .token(let text):
            guard let token = tokens.state(of: text) else { break }
            begin = TokenState(
                database: id,
                zone: name,
                life: zone.life,
                position: token.position,
                firstHead: token.firstHead,
                top: isReversed ? token.top : nil,
                before: isReversed ? token.before : nil
            )
        }
        let all = zone.changes(
            after: begin.position,
            before: begin.before ?? .max,
            skippingTombstonesUpTo: begin.firstHead ?? 0
        )
        let versions = Array((isReversed ? all.reversed() : all).prefix(room))
        let moreComing = versions.count < all.count
        var end = TokenState(database: id, zone: name, life: zone.life, position: zone.head)
        let top = begin.top ?? zone.head
        if moreComing {
            end = begin
            if isReversed {
                (end.top, end.before) = (top, versions.last?.position ?? begin.before ?? .max)
            } else {
                end.position = versions.last?.position ?? begin.position
            }
        } else if isReversed {
            end.position = top
        }
        return ExpectedPage(versions: versions, moreComing: moreComing, token: end)
    }

    /// What is wrong with where a reader begins among the zones of a database; nil if nothing is.
    func problem(of start: FeedStart, in id: DatabaseID, _ tokens: TokenLedger) -> ExpectedError? {
        guard case .token(let text) = start else { return nil }
        guard let token = tokens.state(of: text), token.database == id, token.zone == nil else {
            return ExpectedError("BAD_REQUEST")
        }
        let database = self[id]
        let isGood =
            token.life == nil || (token.life == database.life && token.position <= database.head)
        return isGood ? nil : ExpectedError("CHANGE_TOKEN_EXPIRED")
    }

    /// The page of the zones of a database; all tokens are good.
    ///
    /// A zone that is gone, and that a first fetch leaves out, has its place on a page all the same.
    func zonesPage(in id: DatabaseID, from start: FeedStart, limit: Int, _ tokens: TokenLedger) -> ExpectedZones {
        let database = self[id]
        var begin = TokenState(database: id, zone: nil, life: database.life, position: 0)
        guard database.life != nil else { return ExpectedZones(zones: [], moreComing: false, token: begin) }
        switch start {
        case .beginning: begin.firstHead = database.head
        case .end: begin.position = database.head
        case .token(let text):
            guard let token = tokens.state(of: text) else { break }
            (begin.position, begin.firstHead) = (token.position, token.firstHead)
        }
        let all = database.changes(after: begin.position)
        let page = Array(all.prefix(limit))
        let moreComing = page.count < all.count
        var end = TokenState(database: id, zone: nil, life: database.life, position: database.head)
        if moreComing {
            end = begin
            end.position = page.last?.place ?? begin.position
        }
        let zones = page.filter { !$0.isDeleted || $0.place > (begin.firstHead ?? 0) }
        return ExpectedZones(zones: zones, moreComing: moreComing, token: end)
    }
}
