#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Addresses of the network as they stand in the addresses of pages: in digits, those of version 6 in brackets.
enum AddressLiteral {
    /// Whether a text is an address of version 4.
    static func isVersion4(_ text: String) -> Bool {
        var address = in_addr()
        return inet_pton(AF_INET, text, &address) == 1
    }

    /// An address of version 6 as browsers write it, without brackets; nil where a text is none.
    static func version6(_ text: String) -> String? {
        var address = in6_addr()
        guard inet_pton(AF_INET6, text, &address) == 1 else { return nil }
        var written = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        return written.withUnsafeMutableBufferPointer { room -> String? in
            let start = inet_ntop(AF_INET6, &address, room.baseAddress, socklen_t(room.count))
            guard let start else { return nil }
            return String(cString: start)
        }
    }

    /// Whether who listens there does so on every address of the machine.
    static func isWildcard(_ address: String) -> Bool { address == "0.0.0.0" || version6(address) == "::" }

    /// Whether `name:port` is an address with that port, and no name that others could let lead here.
    static func isAddress(_ host: String, port: UInt16) -> Bool {
        let end = ":\(port)"
        guard host.hasSuffix(end) else { return false }
        let name = String(host.dropLast(end.count))
        guard name.hasPrefix("["), name.hasSuffix("]") else { return isVersion4(name) }
        return version6(String(name.dropFirst().dropLast())) != nil
    }

    /// A name or an address with its port, unless it has one already, as browsers write it.
    static func host(_ name: String, port: UInt16) -> String {
        let lower = name.lowercased()
        if let address = version6(lower) { return "[\(address)]:\(port)" }
        let hasPort = lower.contains(":") && !lower.hasSuffix("]")
        return hasPort ? lower : "\(lower):\(port)"
    }

    /// What this machine is called in its network; nil where it has no name.
    static func machineName() -> String? {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return nil }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}
