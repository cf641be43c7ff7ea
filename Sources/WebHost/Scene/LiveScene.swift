/// What a page shows, alive: it draws itself when asked, takes what the person does, and says when it has changed.
///
/// One scene belongs to one page load. The host asks for a picture after `needsDisplay` was called, at most once a turn,
/// however often it was called.
@MainActor
public protocol LiveScene: AnyObject {
    /// To be called by the scene whenever a new picture would differ. The host sets it.
    var needsDisplay: (@MainActor () -> Void)? { get set }
    /// The scene as it is now.
    func draw() -> Picture
    /// The person did something to a node. A node that is no longer there ignores it.
    func handle(_ event: SceneEvent)
    /// What is known of the page changed: its colours, its size, whether it is looked at.
    func environmentChanged(to environment: ClientEnvironment)
    /// The page is gone for good.
    func close()
}

/// Makes the scene of each page.
@MainActor
public protocol SceneSource {
    /// A scene for a page that is being loaded; `savedState` is what the last picture had as its `savedState` before the
    /// page was loaded again.
    func makeScene(for environment: ClientEnvironment, savedState: String?) -> any LiveScene
}

/// Something that happened to a node.
public struct SceneEvent: Sendable, Equatable {
    /// The node's `id`.
    public var node: String
    /// What happened.
    public var action: Action

    /// An event as given.
    public init(node: String, action: Action) {
        self.node = node
        self.action = action
    }

    /// The kinds of events.
    public enum Action: Sendable, Equatable {
        /// Pressed, by any means.
        case click
        /// The text of a field, the value of a slider, date or menu.
        case input(String)
        /// A check box, switch or disclosure.
        case toggle(Bool)
        /// Enter in a field, or a form sent.
        case submit
        /// A dialog or menu that the person closed.
        case close
        /// Got the keyboard's focus.
        case focus
        /// Lost it.
        case blur
        /// The element came into view (`EventKinds.appear`).
        case appear
        /// The page is at a part of a list of which the node stands for the rows (`more`, and `EventKinds.appear`).
        case reach(Reach)
        /// Rows moved by dragging or keys: places before and after.
        case move(from: Int, to: Int)
        /// A file the person chose: its name and bytes.
        case file(name: String, bytes: [UInt8])
        /// The browser's Back, to this depth (`Picture.depth`).
        case back(depth: Int)
    }
}

/// Where the page is at rows of a list that it does not hold.
public struct Reach: Sendable, Equatable {
    /// How far into them the middle of the window is: 0 at the first of them, 1 at the last; nil where it is beside them.
    public var share: Double?
    /// The node of the row that must stay, because it has the focus or is being dragged.
    public var held: String?
    /// How many rows are in the window at once, as far as the page can tell.
    public var rowsInWindow: Int

    /// What the page said.
    public init(share: Double? = nil, held: String? = nil, rowsInWindow: Int = 0) {
        self.share = share
        self.held = held
        self.rowsInWindow = rowsInWindow
    }
}

/// Which events of a node the page reports.
public struct EventKinds: OptionSet, Sendable, Hashable {
    /// The set as bits.
    public let rawValue: UInt16
    /// The set of these bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// `click`.
    public static let click = EventKinds(rawValue: 1 << 0)
    /// `input`.
    public static let input = EventKinds(rawValue: 1 << 1)
    /// `toggle`.
    public static let toggle = EventKinds(rawValue: 1 << 2)
    /// `submit`.
    public static let submit = EventKinds(rawValue: 1 << 3)
    /// `close`.
    public static let close = EventKinds(rawValue: 1 << 4)
    /// `focus` and `blur`.
    public static let focus = EventKinds(rawValue: 1 << 5)
    /// `appear`.
    public static let appear = EventKinds(rawValue: 1 << 6)
    /// `move`: the node is the list, its children the rows.
    public static let move = EventKinds(rawValue: 1 << 7)
    /// `file`: the node is an `input` of type `file`.
    public static let file = EventKinds(rawValue: 1 << 8)
}

/// What a page says of itself and of the person's wishes.
public struct ClientEnvironment: Sendable, Equatable {
    /// Languages in order of preference, as in BCP 47 (Accept-Language).
    public var languages: [String]
    /// Whether the page is dark.
    public var isDark: Bool
    /// Whether the person wishes little movement.
    public var reducesMotion: Bool
    /// Whether the person wishes more contrast.
    public var increasesContrast: Bool
    /// The width of the page in CSS pixels; 0 while nothing is known (before the page's first message).
    public var width: Double
    /// Name of the time zone, as in the IANA database.
    public var timeZone: String?
    /// The size of text beside the browser's usual one: 2 at 200 %.
    public var textScale: Double
    /// Whether the page is in front.
    public var isVisible: Bool

    /// What is said, and what is usual where nothing is.
    public init(
        languages: [String] = ["en"],
        isDark: Bool = false,
        reducesMotion: Bool = false,
        increasesContrast: Bool = false,
        width: Double = 0,
        timeZone: String? = nil,
        textScale: Double = 1,
        isVisible: Bool = true
    ) {
        self.languages = languages
        self.isDark = isDark
        self.reducesMotion = reducesMotion
        self.increasesContrast = increasesContrast
        self.width = width
        self.timeZone = timeZone
        self.textScale = textScale
        self.isVisible = isVisible
    }
}
