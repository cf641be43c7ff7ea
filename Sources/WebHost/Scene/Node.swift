/// One element of what a scene shows: an element of semantic HTML, with what it says and what it listens to.
///
/// The scene decides which elements there are and what they are called; the host alone knows how they become text, how two
/// pictures differ, and how the page learns of it.
public struct Node: Sendable, Equatable {
    /// What the node is across pictures: unique within a scene, and the same for the same place and identity in the scene,
    /// so that an event that was on its way reaches what the person meant. Letters, digits, `-` and `.` alone.
    public var id: String
    /// Which element of HTML it is.
    public var element: Element
    /// What the element says of itself. An attribute that is there or not has the value "" (`disabled`, `hidden`…).
    public var attributes: [Attribute: String]
    /// What the person may have changed since: the host sets it on the page only where the page has not moved on.
    public var properties: Properties
    /// What is inside.
    public var content: Content
    /// What the page reports of this node. Other events are not sent.
    public var events: EventKinds

    /// A node as given; nothing is checked until it is shown.
    public init(
        id: String,
        element: Element,
        attributes: [Attribute: String] = [:],
        properties: Properties = Properties(),
        content: Content = .children([]),
        events: EventKinds = []
    ) {
        self.id = id
        self.element = element
        self.attributes = attributes
        self.properties = properties
        self.content = content
        self.events = events
    }

    /// Text or elements, never both: so that a change of a text moves nothing.
    public indirect enum Content: Sendable, Equatable {
        case text(String)
        case children([Node])
        /// A drawing of the host's own catalogue, by name; an unknown name shows a neutral one.
        case icon(String)
    }
}
