import CloudKitServer
import Foundation
import Synchronization

@testable import CloudKit

/// Hands requests to a service in the same process; a test may spoil them.
final class ServiceTransport: CloudKitTransport {
    /// What becomes of a request.
    enum Fate: Sendable {
        case pass
        /// The service never hears of it.
        case lose
        /// It is under way to the service for as long as this takes.
        case arriveAfter(@Sendable () async throws -> Void)
        /// The service does it, and nobody hears of that.
        case loseAnswer
        /// The service does it, and the answer is under way for as long as this takes.
        case answerAfter(@Sendable () async throws -> Void)
        /// The service never hears of it, and this comes back.
        case answer(CloudKitAnswer)
    }

    private let service: @Sendable () -> CloudKitService
    private let now: @Sendable () -> Date
    private let rule = Mutex<(@Sendable (CloudKitRequest) -> Fate)?>(nil)

    init(_ service: @escaping @Sendable () -> CloudKitService, now: @escaping @Sendable () -> Date) {
        self.service = service
        self.now = now
    }

    /// Lets a test decide about each request; nil lets all pass.
    func spoil(_ rule: (@Sendable (CloudKitRequest) -> Fate)?) {
        self.rule.withLock { $0 = rule }
    }

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        let fate = rule.withLock { $0 }?(request) ?? .pass
        if case .lose = fate { throw CloudKitTransportError.unreachable("spoiled") }
        if case .answer(let answer) = fate { return answer }
        if case .arriveAfter(let events) = fate { try await events() }
        let answer = try await answer(to: request)
        if case .loseAnswer = fate { throw CloudKitTransportError.answerLost("spoiled") }
        if case .answerAfter(let events) = fate { try await events() }
        return answer
    }

    private func answer(to request: CloudKitRequest) async throws -> CloudKitAnswer {
        let start = request.address.range(of: "://")?.upperBound ?? request.address.startIndex
        let authority = String(request.address[start...].prefix { $0 != "/" })
        let target = request.address[start...].drop { $0 != "/" }
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let body = try Self.bytes(of: request.body)
        let headers = request.headers + [(name: "Host", value: authority)]
        let answer = await service().answer(
            ServiceRequest(
                method: request.method,
                path: parts[0],
                query: parts.count > 1 ? parts[1] : nil,
                header: { name in headers.first { $0.name.lowercased() == name.lowercased() }?.value },
                body: { limit in
                    if body.count > limit { throw BodyTooLarge() }
                    return body
                },
                chunks: { take in try await take(body) }
            )
        )
        var received = answer.body
        try await answer.file?.read { received += $0 }
        var result = CloudKitAnswer(
            status: answer.status,
            // The date is set by the server in front of the service.
            headers: answer.headers.map { (name: $0.name, value: $0.value) } + [(name: "Date", value: date)]
        )
        if let destination = request.destination, result.isSuccess {
            let draft = try DraftFile(for: destination)
            try draft.append(Data(received))
            try draft.finish()
        } else {
            result.body = received
        }
        return result
    }

    /// The second, as HTTP writes it.
    private var date: String {
        let text = now().formatted(.iso8601)
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let month = months[(Int(text.dropFirst(5).prefix(2)) ?? 1) - 1]
        return "Thu, \(text.dropFirst(8).prefix(2)) \(month) \(text.prefix(4)) \(text.dropFirst(11).prefix(8)) GMT"
    }

    private static func bytes(of body: CloudKitRequest.Body) throws -> [UInt8] {
        switch body {
        case .none: []
        case .bytes(let bytes): bytes
        case .file(let url, _): Array(try Data(contentsOf: url))
        }
    }
}

extension CloudKitRequest {
    /// The body as text.
    var text: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }
}
