/// What the host knows of one loaded page, and what it does next: events in, actions out.
///
/// A value without clock, socket or scene. Whoever holds it executes the actions in their order. A picture is asked for only
/// when the page's connection takes another message, so that a slow page gets the latest picture and not a queue of old ones.
struct Session: Sendable {
    enum Event: Sendable {
        /// A connection of the page was opened. It replaces one that was there.
        case attached(Link)
        case detached(Link)
        case message(ClientMessage, Link)
        /// The connection takes another message.
        case ready(Link)
        /// The scene's picture would differ.
        case needsDisplay
        /// All that had come in has been handled.
        case endOfTurn
        /// The picture that was asked for.
        case drew(Picture)
    }

    enum Action: Sendable, Equatable {
        case deliver(SceneEvent)
        case environment(ClientEnvironment)
        /// The scene is to be made anew from what the page kept.
        case restore(String, ClientEnvironment)
        /// Answer with `drew`.
        case draw
        case send(ServerMessage, Link)
        case close(Link, Closing)
        /// A fault of the scene, in words for its author.
        case report(String)
    }

    /// A connection of a page.
    struct Link: Hashable, Sendable {
        let number: Int
    }

    /// Why a connection is closed, as the page hears it.
    enum Closing: UInt16, Sendable {
        /// The page is not known here: it loads itself anew.
        case gone = 4404
        /// The page opened another connection.
        case replaced = 4409
        case invalidMessage = 1008
    }

    let identifier: String
    /// The cookie of the browser that loaded the page.
    let owner: String
    private let build: String

    /// The picture that the page has once everything that was sent has arrived.
    private(set) var shown: Picture
    /// What the person changed on the page after that picture.
    private var held: [String: Properties] = [:]
    private var revisions: [String: Int] = [:]
    private(set) var update = 0
    private(set) var acknowledged = 0
    private var acknowledgedToPage = 0

    private(set) var link: Link?
    private var hasSaidHello = false
    private var isReady = false
    private var isDirty = false
    private var mustResync = false
    private var mustAnswer = false
    private var isDrawing = false

    init(identifier: String, owner: String, build: String, firstPicture: Picture) {
        self.identifier = identifier
        self.owner = owner
        self.build = build
        shown = firstPicture
    }

    /// Revisions that are remembered; beyond, the page's word on a further field is taken without one.
    static let mostRevisions = 10_000

    mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .attached(let link): return attach(link)
        case .detached(let link):
            if link == self.link { discardLink() }
            return []
        case .message(let message, let link): return link == self.link ? receive(message, from: link) : []
        case .ready(let link):
            if link == self.link { isReady = true }
            return next()
        case .needsDisplay:
            isDirty = true
            return []
        case .endOfTurn: return next()
        case .drew(let picture): return show(picture)
        }
    }

    private mutating func attach(_ link: Link) -> [Action] {
        let former = self.link
        discardLink()
        self.link = link
        return former.map { [.close($0, .replaced)] } ?? []
    }

    private mutating func discardLink() {
        link = nil
        hasSaidHello = false
        isReady = false
    }

    private mutating func receive(_ message: ClientMessage, from link: Link) -> [Action] {
        if case .hello(let hello) = message.kind { return greet(hello, on: link) }
        guard hasSaidHello else { return [.close(link, .invalidMessage)] }
        if message.sequence > 0 {
            // A message that had come before the connection was lost.
            guard message.sequence > acknowledged else { return [] }
            acknowledged = message.sequence
        }
        switch message.kind {
        case .hello: return []
        case .event(let event, let revision):
            note(event, revision: revision)
            return [.deliver(SceneEvent(node: TidyPicture.original(of: event.node), action: event.action))]
        case .environment(let environment): return [.environment(environment)]
        case .resync: mustResync = true
        case .ping: mustAnswer = true
        }
        return []
    }

    private mutating func greet(_ hello: ClientMessage.Hello, on link: Link) -> [Action] {
        guard hello.build == build else { return [.close(link, .gone)] }
        hasSaidHello = true
        mustAnswer = true
        if hello.update != update { mustResync = true }
        if let state = hello.savedState, update == 0 {
            mustResync = true
            return [.restore(state, hello.environment)]
        }
        return [.environment(hello.environment)]
    }

    /// Keeps what the page shows since the person acted, so that the next picture is compared with that.
    private mutating func note(_ event: SceneEvent, revision: Int?) {
        if let revision, revisions[event.node] != nil || revisions.count < Self.mostRevisions {
            revisions[event.node] = revision
        }
        switch event.action {
        case .input(let value): held[event.node, default: Properties()].value = value
        case .toggle(let isOn):
            guard let node = shown.node(event.node) else { return }
            guard node.isCheckable else {
                held[event.node, default: Properties()].isOpen = isOn
                return
            }
            held[event.node, default: Properties()].isChecked = isOn
            // A browser switches the other buttons of the group off without a word.
            guard isOn, node.attributes[.type] == "radio", let group = node.attributes[.name] else { return }
            for other in shown.radioButtons(in: group) where other != event.node {
                held[other, default: Properties()].isChecked = false
            }
        case .close: held[event.node, default: Properties()].isOpen = false
        // A scene that stays where it is says so again.
        case .back(let depth): shown.depth = depth
        default: break
        }
    }

    /// Asks for a picture, or says what is to be said without one.
    private mutating func next() -> [Action] {
        guard let link, hasSaidHello, isReady, !isDrawing else { return [] }
        if isDirty || mustResync || !held.isEmpty {
            isDirty = false
            isDrawing = true
            return [.draw]
        }
        guard mustAnswer || acknowledged != acknowledgedToPage else { return [] }
        return [send(ServerMessage(acknowledged: acknowledged), on: link)]
    }

    private mutating func send(_ message: ServerMessage, on link: Link) -> Action {
        isReady = false
        mustAnswer = false
        acknowledgedToPage = acknowledged
        return .send(message, link)
    }

    private mutating func show(_ picture: Picture) -> [Action] {
        isDrawing = false
        guard let link, hasSaidHello else {
            isDirty = true
            return []
        }
        let tidy = TidyPicture(picture)
        let new = tidy.picture
        var message = ServerMessage(acknowledged: acknowledged)
        if mustResync {
            message.content = .everything(root: new.root, overlays: new.overlays)
        } else {
            let operations = TreeDiff.operations(from: shown, to: new, held: held, revisions: revisions)
            if !operations.isEmpty { message.content = .changes(operations) }
            removeRevisions(ofInserted: operations)
        }
        describe(new, in: &message)
        held = [:]
        shown = new
        shown.focus = nil
        shown.announcements = []
        let faults = tidy.faults.map(Action.report)
        guard message != ServerMessage(acknowledged: acknowledged) else {
            return faults + next()
        }
        mustResync = false
        update += 1
        message.update = update
        return faults + [send(message, on: link)]
    }

    /// A field that the page makes anew counts from the beginning, also under a name that was there before.
    private mutating func removeRevisions(ofInserted operations: [Operation]) {
        guard !revisions.isEmpty else { return }
        for case .insert(let node, _, _) in operations {
            for field in node.all(where: { $0.properties != Properties() }) { revisions[field.id] = nil }
        }
    }

    private func describe(_ new: Picture, in message: inout ServerMessage) {
        if mustResync || new.title != shown.title { message.title = new.title }
        if mustResync || new.language != shown.language { message.language = new.language }
        if mustResync || new.isRightToLeft != shown.isRightToLeft { message.isRightToLeft = new.isRightToLeft }
        if mustResync || new.shortcuts != shown.shortcuts { message.shortcuts = new.shortcuts }
        if mustResync || new.depth != shown.depth { message.depth = new.depth }
        if mustResync || new.savedState != shown.savedState {
            message.savedState = ServerMessage.SavedState(state: new.savedState)
        }
        message.focus = new.focus
        message.announcements = new.announcements
    }
}

extension Picture {
    /// The node of that identifier, in flow or above.
    func node(_ identifier: String) -> Node? {
        root.first { $0.id == identifier }
            ?? overlays.lazy.compactMap { $0.first { $0.id == identifier } }.first
    }

    fileprivate func radioButtons(in group: String) -> [String] {
        ([root] + overlays).flatMap { tree in
            tree.all { $0.attributes[.type] == "radio" && $0.attributes[.name] == group }.map(\.id)
        }
    }
}

extension Node {
    func first(where condition: (Node) -> Bool) -> Node? {
        if condition(self) { return self }
        for child in children {
            if let found = child.first(where: condition) { return found }
        }
        return nil
    }

    func all(where condition: (Node) -> Bool) -> [Node] {
        (condition(self) ? [self] : []) + children.flatMap { $0.all(where: condition) }
    }
}
