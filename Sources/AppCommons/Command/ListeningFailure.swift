import Foundation

/// Nothing can listen on an address and port.
package struct ListeningFailure: Error, Equatable, Sendable {
    package let address: String
    package let port: Int
    /// The system's error number.
    package let code: Int32

    package init(address: String, port: Int, code: Int32) {
        (self.address, self.port, self.code) = (address, port, code)
    }

    /// What to change, as far as it is known.
    private enum Cause {
        case portInUse, privilegedPort, unknownAddress, other
    }

    private var cause: Cause {
        switch code {
        case EADDRINUSE: .portInUse
        case EACCES, EPERM: .privilegedPort
        case EADDRNOTAVAIL, EAFNOSUPPORT: .unknownAddress
        default: .other
        }
    }

    /// Why, within a sentence.
    ///
    /// What has no words of ours is said in the system's.
    package func reason(in language: Language) -> String {
        switch (cause, language) {
        case (.portInUse, .english): "something else listens there"
        case (.portInUse, .traditionalChinese): "已有其他程式使用該連接埠"
        case (.portInUse, .simplifiedChinese): "已有其他程序使用该端口"
        case (.privilegedPort, .english): "ports below 1024 are for the administrator"
        case (.privilegedPort, .traditionalChinese): "1024 以下的連接埠只供系統管理者使用"
        case (.privilegedPort, .simplifiedChinese): "1024 以下的端口只供系统管理员使用"
        case (.unknownAddress, .english): "this machine has no such address"
        case (.unknownAddress, .traditionalChinese): "這台電腦沒有這個位址"
        case (.unknownAddress, .simplifiedChinese): "这台电脑没有这个地址"
        case (.other, _): Self.lowercasingFirst(String(cString: strerror(code)))
        }
    }

    /// What happened and which option changes it, without a full stop.
    ///
    /// `addressOption` is the program's option for the address, such as `--listen`.
    package func text(in language: Language, addressOption: String) -> String {
        let reason = reason(in: language)
        let advice = cause == .unknownAddress ? addressAdvice(language, addressOption) : portAdvice(language)
        return switch language {
        case .english: "nothing can listen on \(address), port \(port): \(reason). \(advice)"
        case .traditionalChinese: "無法在 \(address) 的連接埠 \(port) 接受連線：\(reason)。\(advice)"
        case .simplifiedChinese: "无法在 \(address) 的端口 \(port) 接受连接：\(reason)。\(advice)"
        }
    }

    /// The same as a sentence of its own, in English.
    package func sentence(addressOption: String) -> String {
        let text = text(in: .english, addressOption: addressOption)
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    private func portAdvice(_ language: Language) -> String {
        switch language {
        case .english: "Choose another port with --port, or --port 0 for any that is free"
        case .traditionalChinese: "請用 --port 指定其他連接埠，或用 --port 0 任選一個可用的連接埠"
        case .simplifiedChinese: "请用 --port 指定其他端口，或用 --port 0 任选一个可用的端口"
        }
    }

    private func addressAdvice(_ language: Language, _ option: String) -> String {
        switch language {
        case .english: "Choose another address with \(option)"
        case .traditionalChinese: "請用 \(option) 指定其他位址"
        case .simplifiedChinese: "请用 \(option) 指定其他地址"
        }
    }

    private static func lowercasingFirst(_ text: String) -> String { text.prefix(1).lowercased() + text.dropFirst() }
}
