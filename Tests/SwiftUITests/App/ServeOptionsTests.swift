import Foundation
import Testing
import WebHost

@testable import SwiftUI

/// What an app's program is told when it is started.
@Suite struct ServeOptionsTests {
    private func complaint(_ arguments: String...) -> ServeOptions.Complaint? {
        do {
            _ = try ServeOptions(arguments)
            return nil
        } catch {
            return error
        }
    }

    @Test func withoutOptionsThisMachineAloneIsServed() throws {
        let options = try ServeOptions([])
        #expect(options.listening == .thisMachine(port: 0))
        #expect(!options.opens && !options.wantsHelp && !options.isUnprotected)
        #expect(try ServeOptions(["--port", "8080", "--open"]).listening == .thisMachine(port: 8_080))
        #expect(try ServeOptions(["--open"]).opens)
    }

    @Test func anotherAddressWantsAWordThatProtectsIt() throws {
        for address in ["0.0.0.0", "192.0.2.1", "::", "desk.example"] {
            #expect(complaint("--listen", address) == .unprotected(address))
            #expect(complaint("--listen", address, "--port", "1") == .unprotected(address))
        }
        #expect(try ServeOptions(["--listen", "127.0.0.1"]).listening == .thisMachine(port: 0))
        let behind = try ServeOptions(["--listen", "0.0.0.0", "--behind-tls", "ideas.example", "--port", "8080"])
        #expect(behind.listening == .behindTLS(address: "0.0.0.0", port: 8_080, names: ["ideas.example"]))
        #expect(!behind.isUnprotected)
        let bare = try ServeOptions(["--without-encryption", "--listen", "0.0.0.0"])
        #expect(bare.listening == .openToTheNetworkWithoutEncryption(address: "0.0.0.0", port: 0, names: []))
        #expect(bare.isUnprotected)
        // The word alone opens nothing.
        #expect(try ServeOptions(["--without-encryption"]).listening == .thisMachine(port: 0))
    }

    @Test func aProgramInFrontOnThisMachineNeedsNoAddress() throws {
        let options = try ServeOptions(["--behind-tls", "ideas.example"])
        #expect(options.listening == .behindTLS(address: "127.0.0.1", port: 0, names: ["ideas.example"]))
    }

    @Test func whatIsWrongIsSaid() {
        for port in ["", "-1", "65536", "eighty", "--open"] { #expect(complaint("--port", port) == .port) }
        #expect(complaint("--port") == .port)
        #expect(complaint("--listen") == .value("--listen"))
        #expect(complaint("--behind-tls", "--port", "1") == .value("--behind-tls"))
        #expect(complaint("--behind-tls", "") == .value("--behind-tls"))
        #expect(complaint("--fast") == .unknown("--fast"))
        #expect(complaint("serve") == .unknown("serve"))
    }

    @Test func helpNamesEachOption() throws {
        #expect(try ServeOptions(["--help", "--listen", "0.0.0.0"]).wantsHelp)
        for option in ["--port", "--open", "--listen", "--behind-tls", "--without-encryption", "--help"] {
            #expect(ServeOptions.help.contains("  \(option)"))
        }
    }

    @Test func theDataFolderFollowsTheVariables() {
        #expect(ServeOptions.dataFolder(name: "Plants", ["HOME": "/home/a"]).path == "/home/a/.local/share/Plants")
        #expect(
            ServeOptions.dataFolder(name: "Plants", ["HOME": "/home/a", "XDG_DATA_HOME": "/data"]).path
                == "/data/Plants"
        )
    }
}
