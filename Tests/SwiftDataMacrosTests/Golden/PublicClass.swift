// Members that the protocol asks for are as visible as the class.
@Model public final class Visible {
    public var title: String
    private(set) public var count = 0
    private var secret: String = ""
    public init(title: String) { self.title = title }
}
