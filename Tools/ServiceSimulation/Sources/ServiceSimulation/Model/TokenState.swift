/// What a sync token stands for.
struct TokenState: Sendable, Hashable {
    let database: DatabaseID
    /// The zone; nil for the zones of the database.
    let zone: String?
    /// The life in which it was handed out; nil where nobody had written yet.
    let life: Int?
    /// The last change that its holder has.
    var position: Int
    /// In the middle of a first fetch: the last change at its first page.
    var firstHead: Int?
    /// In the middle of a fetch from the newest change to the oldest: the last change at its first page.
    var top: Int?
    /// How far such a fetch is.
    var before: Int?

    /// The last change that its holder has seen anything of.
    var last: Int { max(position, top ?? 0) }
    /// The change up to which its holder misses no deletion.
    var reach: Int { firstHead ?? position }
}

/// All tokens that the service has handed out.
///
/// A token is the same text whoever gets it, and no other place has that text.
struct TokenLedger: Sendable {
    private var states: [String: TokenState] = [:]
    private var texts: [TokenState: String] = [:]
    /// In the order in which they came.
    private(set) var all: [String] = []

    func state(of text: String) -> TokenState? { states[text] }

    func text(of state: TokenState) -> String? { texts[state] }

    /// - Throws: ``Violation`` if the token stands for something else, or another one for the same.
    mutating func record(_ text: String, _ state: TokenState) throws(Violation) {
        if let known = states[text] {
            guard known == state else {
                throw Violation(.token, "one token stands for two places: \(known) and \(state)")
            }
            return
        }
        if texts[state] != nil { throw Violation(.token, "two tokens stand for one place: \(state)") }
        (states[text], texts[state]) = (state, text)
        all.append(text)
    }
}
