/// Why the host cannot serve.
public enum HostError: Error, Equatable, CustomStringConvertible {
    /// The secret could not be kept; without one, nobody could be let in.
    case secretNotWritten(path: String, reason: String)
    /// The address cannot be listened on: taken, or not this machine's.
    case addressNotAvailable(address: String, port: Int, reason: String)
    /// An address beyond this machine without TLS, and without a word that this is wanted.
    case unprotectedAddress(String)
    /// The socket file between the door and the server cannot be made.
    case noInnerSocket(path: String, reason: String)

    /// What to do about it.
    public var description: String {
        switch self {
        case .secretNotWritten(let path, let reason):
            "The secret of the web address could not be written to \(path): \(reason). Make the folder writable."
        case .addressNotAvailable(let address, let port, let reason):
            "Nothing can listen on \(address), port \(port): \(reason). Choose another port, or 0 for a free one."
        case .unprotectedAddress(let address):
            "Listening on \(address) would let anyone on the network read along. Put TLS in front, or allow it in so many words."
        case .noInnerSocket(let path, let reason):
            "No socket could be made at \(path): \(reason)."
        }
    }
}
