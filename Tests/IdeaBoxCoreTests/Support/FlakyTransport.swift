import Foundation
import Synchronization

@testable import CloudKit

/// A transport between the client and another one: it notes what goes through, and a test can get in its way.
final class FlakyTransport: CloudKitTransport {
    /// What happens to a request.
    enum Fate: Sendable {
        /// It goes through.
        case pass
        /// It does not arrive.
        case unreachable
        /// It arrives, and its answer does not.
        case loseAnswer
        /// It is answered here.
        case answer(CloudKitAnswer)
        /// It goes through as another one, and its answer comes back as another one.
        case altered(@Sendable (CloudKitRequest) -> CloudKitRequest, @Sendable (CloudKitAnswer) -> CloudKitAnswer)
    }

    private let inner: any CloudKitTransport
    private let fate: @Sendable (CloudKitRequest, Int) -> Fate
    private let noted = Mutex<[CloudKitRequest]>([])

    /// The fate of a request is decided by the request and its number, from 0.
    init(_ inner: any CloudKitTransport, fate: @escaping @Sendable (CloudKitRequest, Int) -> Fate = { _, _ in .pass }) {
        self.inner = inner
        self.fate = fate
    }

    var requests: [CloudKitRequest] { noted.withLock { $0 } }

    /// The requests to an endpoint.
    func requests(to endpoint: String) -> [CloudKitRequest] {
        requests.filter { $0.address.contains("/\(endpoint)?") }
    }

    func forget() { noted.withLock { $0 = [] } }

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        let number = noted.withLock { noted in
            noted.append(request)
            return noted.count - 1
        }
        switch fate(request, number) {
        case .pass: return try await inner.send(request)
        case .unreachable: throw CloudKitTransportError.unreachable("the test says so")
        case .loseAnswer:
            _ = try await inner.send(request)
            throw CloudKitTransportError.answerLost("the test says so")
        case .answer(let answer): return answer
        case .altered(let other, let answer): return answer(try await inner.send(other(request)))
        }
    }
}

extension CloudKitRequest {
    var text: String {
        if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
