import Foundation
import Synchronization
import Testing

@testable import CloudKit

/// Plays an exchange that was written down, and checks the client's part of it.
final class Exchange: CloudKitTransport {
    struct Turn: Sendable {
        let method: String
        let address: String
        let body: String?
        let status: Int
        let answer: String

        init(_ method: String, _ address: String, _ body: String?, _ status: Int, _ answer: String) {
            (self.method, self.address, self.body, self.status, self.answer) = (method, address, body, status, answer)
        }
    }

    private let turns: [Turn]
    private let seen = Mutex<[String]>([])

    init(_ turns: [Turn]) { self.turns = turns }

    var addresses: [String] { seen.withLock { $0 } }
    var tokens: [String] { addresses.compactMap(ServiceQueryText.webToken(of:)) }
    var isOver: Bool { addresses.count == turns.count }

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        let number = seen.withLock { seen in
            seen.append(request.address)
            return seen.count
        }
        let turn = try #require(turns.indices.contains(number - 1) ? turns[number - 1] : nil)
        #expect(request.method == turn.method)
        #expect(request.address.split(separator: "?").first.map(String.init) == turn.address)
        if let body = turn.body { #expect(try Self.meaning(request.text) == Self.meaning(body)) }
        return CloudKitAnswer(
            status: turn.status,
            headers: [(name: "X-Apple-CloudKit-Web-Auth-Token", value: "t-\(number)")],
            body: Array(turn.answer.utf8)
        )
    }

    private static func meaning(_ text: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }
}
