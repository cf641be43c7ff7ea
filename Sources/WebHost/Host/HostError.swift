import AppCommons

/// Why the host cannot serve.
public enum HostError: Error, Equatable, CustomStringConvertible {
    /// The secret could not be kept; without one, nobody could be let in.
    case secretNotWritten(path: String, reason: String)
    /// Nothing can listen on the address and port: `code` is the system's error number, such as `EADDRINUSE`.
    case addressNotAvailable(address: String, port: Int, code: Int32)
    /// An address beyond this machine without TLS, and without a word that this is wanted.
    case unprotectedAddress(String)
    /// The socket file between the door and the server cannot be made.
    case noInnerSocket(path: String, reason: String)

    /// What to do about it.
    public var description: String {
        switch self {
        case .secretNotWritten(let path, let reason):
            "The secret of the web address could not be written to \(path): \(reason). Make the folder writable."
        case .addressNotAvailable(let address, let port, let code):
            ListeningFailure(address: address, port: port, code: code).sentence(addressOption: "--listen")
        case .unprotectedAddress(let address):
            "Listening on \(address) would let anyone on the network read along. Put TLS in front, or allow it in so many words."
        case .noInnerSocket(let path, let reason):
            "No socket could be made at \(path): \(reason)."
        }
    }
}
