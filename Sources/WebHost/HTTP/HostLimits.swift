/// Bounds of everything that comes from outside.
///
/// What goes beyond is refused with an answer, and costs the host no more than the bound.
public struct HostLimits: Sendable, Equatable {
    /// Connections at a time; one more is closed at once.
    public var connections = 256
    /// Bytes of a request's first line and headers.
    public var headBytes = 16_384
    /// Lines of a request's head.
    public var headerLines = 64
    /// Bytes of one frame of a WebSocket.
    public var frameBytes = 262_144
    /// Bytes of one message of a WebSocket, over all of its frames.
    public var messageBytes = 262_144
    /// Bytes of a file that a person hands to the scene.
    public var fileBytes = 16_777_216
    /// Messages a second that one page may send over time.
    ///
    /// More are not lost: they are read later.
    public var messagesPerSecond = 50
    /// Messages that may come at once.
    public var messageBurst = 100
    /// Pages at a time, in all browsers.
    public var sessions = 32
    /// How long a page is kept that never opened its connection.
    public var unconnectedSession: Duration = .seconds(30)
    /// How long a page is kept after its last connection.
    public var disconnectedSession: Duration = .seconds(300)
    /// Time for a request to arrive whole, up to its body.
    public var headTime: Duration = .seconds(10)
    /// Time without a byte in either direction after which a request is given up.
    public var stallTime: Duration = .seconds(30)
    /// Time without a message of a page after which its connection is given up.
    ///
    /// Pages send one every 25 seconds.
    public var silenceTime: Duration = .seconds(90)

    /// The usual bounds.
    public init() {}

    /// Bytes of a message that a page may send, since it sends one in one frame.
    var pageMessageBytes: Int { min(frameBytes, messageBytes) }
}
