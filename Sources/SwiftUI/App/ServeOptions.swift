import Foundation
import WebHost

/// What the person who starts an app's program asks for.
struct ServeOptions: Equatable {
    /// Where to listen.
    var listening = Listening.thisMachine(port: 0)
    /// Whether a browser is to be opened.
    var opens = false
    /// Whether the options are to be told instead of anything else.
    var wantsHelp = false

    /// What cannot be done as it was asked for, in a sentence.
    struct Complaint: Error, Equatable {
        let sentence: String

        static let port = Complaint(sentence: "--port needs a number from 0 to 65535.")
        static func value(_ option: String) -> Complaint { Complaint(sentence: "\(option) needs a value.") }
        static func unknown(_ option: String) -> Complaint {
            Complaint(sentence: "\(option) is not known. --help lists the options.")
        }
        static func unprotected(_ address: String) -> Complaint {
            let ways = "--behind-tls NAME where a program in front speaks TLS, or --without-encryption"
            return Complaint(sentence: "Listening on \(address) needs a word that says what protects it: \(ways).")
        }
    }

    /// What the options are.
    static let help = """
        Serves the app to browsers, and prints its address.

          --port N               the port; without it, or with 0, any free one
          --open                 opens a browser
          --listen ADDRESS       an address beside 127.0.0.1; wants one of the next two
          --behind-tls NAME      a program in front speaks TLS under this name (NAME or NAME:PORT)
          --without-encryption   nothing does: whoever is on the network between reads and changes everything
          --help                 these lines
        """

    /// What stands between the options before it is known whether they go together.
    private struct Wishes {
        var address = "127.0.0.1"
        var port: UInt16 = 0
        var name: String?
        var allowsNoEncryption = false
    }

    /// Reads what stands after the program's name.
    init(_ arguments: [String]) throws(Complaint) {
        var wishes = Wishes()
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--help", "-h": wantsHelp = true
            case "--open": opens = true
            case "--without-encryption": wishes.allowsNoEncryption = true
            case "--listen": wishes.address = try Self.value(of: option, &rest)
            case "--behind-tls": wishes.name = try Self.value(of: option, &rest)
            case "--port":
                guard let number = UInt16(try Self.value(of: option, &rest)) else { throw Complaint.port }
                wishes.port = number
            default: throw Complaint.unknown(option)
            }
        }
        guard !wantsHelp else { return }
        guard let listening = Self.listening(wishes) else { throw Complaint.unprotected(wishes.address) }
        self.listening = listening
    }

    private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Complaint) -> String {
        guard let value = rest.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
            throw option == "--port" ? Complaint.port : Complaint.value(option)
        }
        return value
    }

    /// Nil where others could listen along, and nothing says what protects it.
    private static func listening(_ wishes: Wishes) -> Listening? {
        try? .checked(
            address: wishes.address,
            port: wishes.port,
            names: wishes.name.map { [$0] } ?? [],
            isBehindTLS: wishes.name != nil,
            allowsNoEncryption: wishes.allowsNoEncryption
        )
    }

    /// Whether others can read along.
    var isUnprotected: Bool {
        if case .openToTheNetworkWithoutEncryption = listening { true } else { false }
    }

    /// Where the app keeps what it needs to be served: the user's data folder, by the XDG variables.
    static func dataFolder(
        name: String,
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        let home = URL(fileURLWithPath: environment["HOME"] ?? "/tmp").appendingPathComponent(".local/share")
        return (environment["XDG_DATA_HOME"].map { URL(fileURLWithPath: $0) } ?? home).appendingPathComponent(name)
    }
}
