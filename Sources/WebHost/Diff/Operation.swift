/// One change of a page.
///
/// The page applies them in the order in which they are given.
enum Operation: Equatable, Sendable {
    /// The text of an element becomes this.
    case text(node: String, text: String)
    /// The drawing in an element becomes this one.
    case icon(node: String, name: String)
    case set(node: String, name: String, value: String)
    case remove(node: String, name: String)
    /// A property that the person changes too: the page takes it if it has not gone past this revision.
    case property(node: String, Property, revision: Int)
    case insert(Node, parent: String, before: String?)
    case move(node: String, parent: String, before: String?)
    case delete(node: String)

    /// A property and what it becomes.
    enum Property: Equatable, Sendable {
        case value(String)
        case isChecked(Bool)
        case isOpen(Bool)
    }

    /// The element that holds the content, and the one that holds the overlays.
    ///
    /// The scene cannot give such names.
    static let rootHolder = "_root"
    static let overlayHolder = "_overlays"
}
