import CloudKitServer
import Foundation
import Synchronization

@testable import CloudKit

/// Hands requests to a service in the same process, and notes them.
final class ServiceTransport: CloudKitTransport {
    let service: CloudKitService

    init(_ service: CloudKitService) {
        self.service = service
    }

    func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        let start = request.address.range(of: "://")?.upperBound ?? request.address.startIndex
        let authority = String(request.address[start...].prefix { $0 != "/" })
        let target = request.address[start...].drop { $0 != "/" }
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let body = try Self.bytes(of: request.body)
        let headers = request.headers + [(name: "Host", value: authority)]
        let answer = await service.answer(
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
            headers: answer.headers.map { (name: $0.name, value: $0.value) }
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

    static func bytes(of body: CloudKitRequest.Body) throws -> [UInt8] {
        switch body {
        case .none: []
        case .bytes(let bytes): bytes
        case .file(let url, _): Array(try Data(contentsOf: url))
        }
    }
}
