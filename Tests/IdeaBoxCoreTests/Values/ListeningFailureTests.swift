import AppCommons
import Foundation
import Testing

@Suite("What a port that cannot be used is called")
struct ListeningFailureTests {
    @Test(
        "Known causes have words of their own",
        arguments: [
            (EADDRINUSE, "something else listens there"), (EACCES, "ports below 1024 are for the administrator"),
            (EADDRNOTAVAIL, "this machine has no such address"), (ENOBUFS, "no buffer space available"),
        ]
    )
    func reasons(code: Int32, reason: String) {
        let failure = ListeningFailure(address: "127.0.0.1", port: 80, code: code)
        #expect(failure.reason(in: .english) == reason)
    }

    @Test("The advice names the option that helps, in every language", arguments: Language.allCases)
    func advice(_ language: Language) {
        let port = ListeningFailure(address: "127.0.0.1", port: 80, code: EADDRINUSE)
        let address = ListeningFailure(address: "192.0.2.1", port: 80, code: EADDRNOTAVAIL)
        #expect(port.text(in: language, addressOption: "--listen").contains("--port 0"))
        let text = address.text(in: language, addressOption: "--listen")
        #expect(text.contains("--listen") && !text.contains("--port"))
        #expect(text == text.withoutFullStop)
    }

    @Test("A sentence within another has no full stop")
    func fullStop() {
        #expect("It ended.".withoutFullStop == "It ended")
        #expect("結束了。".withoutFullStop == "結束了")
        #expect("It ended".withoutFullStop == "It ended")
    }
}
