/// What a scene shows at one moment.
public struct Picture: Sendable, Equatable {
    /// The document's title.
    public var title: String
    /// The language of the text, as in BCP 47.
    public var language: String
    /// Whether the text runs from right to left.
    public var isRightToLeft: Bool
    /// The content in flow.
    public var root: Node
    /// Dialogs, menus and what else lies above the content, lowest first. Each is an element of its own beside the root;
    /// the topmost modal one alone can be reached.
    public var overlays: [Node]
    /// Keys that reach a node as a click, for example `Alt+N`.
    public var shortcuts: [String: String]
    /// The node that is to have the focus, if the scene wants to move it now; given once.
    public var focus: String?
    /// What is to be said to those who do not see; given once.
    public var announcements: [Announcement]
    /// Where the person is, for the browser's Back: the host makes an entry of the history for each step deeper.
    public var depth: Int
    /// What the page keeps for this scene and hands back when it is loaded again.
    public var savedState: String?

    /// A picture as given.
    public init(
        title: String,
        language: String = "en",
        isRightToLeft: Bool = false,
        root: Node,
        overlays: [Node] = [],
        shortcuts: [String: String] = [:],
        focus: String? = nil,
        announcements: [Announcement] = [],
        depth: Int = 0,
        savedState: String? = nil
    ) {
        self.title = title
        self.language = language
        self.isRightToLeft = isRightToLeft
        self.root = root
        self.overlays = overlays
        self.shortcuts = shortcuts
        self.focus = focus
        self.announcements = announcements
        self.depth = depth
        self.savedState = savedState
    }
}

/// A sentence for those who listen.
public struct Announcement: Sendable, Equatable {
    /// What is said.
    public var message: String
    /// Whether it may interrupt what is being said.
    public var isUrgent: Bool

    /// A sentence as given.
    public init(message: String, isUrgent: Bool = false) {
        self.message = message
        self.isUrgent = isUrgent
    }
}
