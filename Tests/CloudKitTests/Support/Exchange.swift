import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudKit

/// Plays an exchange that was written down, and checks the client's part of it.
final class Exchange: CloudKitTransport {
    struct Turn: Sendable {
        let method: String
        let address: String
        /// What must be sent, by its meaning if it is JSON; nil is not looked at.
        let body: String?
        /// Nil never comes.
        let status: Int?
        let answer: String
        /// Nil is a new web token.
        let headers: [String: String]?

        init(
            _ method: String,
            _ address: String,
            _ body: String?,
            _ status: Int?,
            _ answer: String,
            headers: [String: String]? = nil
        ) {
            (self.method, self.address, self.body) = (method, address, body)
            (self.status, self.answer, self.headers) = (status, answer, headers)
        }

        /// A request that waits until it is cancelled.
        static func parked(_ method: String, _ address: String) -> Turn {
            Turn(method, address, nil, nil, "")
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
        if let body = turn.body { try Self.expect(try Self.sent(request), body) }
        guard let status = turn.status else {
            try await VirtualWaits().wait(0)
            throw CancellationError()
        }
        let headers = turn.headers ?? ["X-Apple-CloudKit-Web-Auth-Token": "t-\(number)"]
        var answer = CloudKitAnswer(status: status, headers: headers.map { (name: $0.key, value: $0.value) })
        if let destination = request.destination {
            let draft = try DraftFile(for: destination)
            try draft.append(Data(turn.answer.utf8))
            try draft.finish()
        } else {
            answer.body = Array(turn.answer.utf8)
        }
        return answer
    }

    private static func sent(_ request: CloudKitRequest) throws -> String {
        guard case .file(let url, let size) = request.body else { return request.text }
        let text = try String(contentsOf: url, encoding: .utf8)
        #expect(text.utf8.count == size)
        return text
    }

    private static func expect(_ sent: String, _ wanted: String) throws {
        guard wanted.hasPrefix("{") else {
            #expect(sent == wanted)
            return
        }
        #expect(try meaning(sent) == meaning(wanted), "\(sent)")
    }

    private static func meaning(_ text: String) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
    }
}
