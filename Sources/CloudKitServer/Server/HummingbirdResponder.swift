import CloudKitWebServices
import HTTPTypes
import Hummingbird
import NIOCore

/// Hands requests of the HTTP server to the service, and its answers back.
public struct HummingbirdResponder: HTTPResponder {
    /// What is kept for a request.
    public typealias Context = ServiceContext

    private let service: CloudKitService
    private let listening: Listening

    /// A responder for a service.
    public init(_ service: CloudKitService, _ listening: Listening = Listening()) {
        self.service = service
        self.listening = listening
    }

    /// Answers a request.
    public func respond(to request: Request, context: ServiceContext) async throws -> Response {
        let waited = request.uri.path.hasPrefix(Courier.path) ? await CourierDoor.outcome(on: context.channel) : nil
        // In a task of its own: a connection's task keeps the memory that it once needed.
        var answer = await Task {
            var asked = serviceRequest(request, context, body: request.body)
            asked.courierOutcome = waited
            return response(await service.answer(asked))
        }.value
        if request.method == .head { answer.body = ResponseBody() }
        return answer
    }

    private func serviceRequest(_ request: Request, _ context: ServiceContext, body: RequestBody) -> ServiceRequest {
        let headers = request.headers
        let authority = request.head.authority
        let path = request.head.path ?? "/"
        let mark = path.firstIndex(of: "?")
        return ServiceRequest(
            method: request.method.rawValue,
            path: String(path[..<(mark ?? path.endIndex)]),
            query: mark.map { String(path[path.index(after: $0)...]) },
            header: { name in
                if name == "Host" { return authority }
                return HTTPField.Name(name).flatMap { headers[$0] }
            },
            address: listening.address(of: context.peer, forwardedFor: headers[.forwardedFor]),
            isSecure: listening.isSecure(forwardedProtocol: headers[.forwardedProtocol]),
            body: { limit in
                if let length = headers[.contentLength].flatMap(Int.init), length > limit { throw BodyTooLarge() }
                do {
                    let buffer = try await body.collect(upTo: limit)
                    return Array(buffer.readableBytesView)
                } catch is NIOTooManyBytesError {
                    throw BodyTooLarge()
                }
            },
            chunks: { take in
                for try await buffer in body { try await take(Array(buffer.readableBytesView)) }
            }
        )
    }

    private static func body(_ file: AssetSlice) -> ResponseBody {
        ResponseBody(contentLength: Int(file.count)) { writer in
            try await file.read { try await writer.write(ByteBuffer(bytes: $0)) }
            try await writer.finish(nil)
        }
    }

    private func response(_ answer: ServiceAnswer) -> Response {
        var headers = HTTPFields()
        headers[.contentType] = answer.contentType
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        let body = answer.file.map(Self.body) ?? ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body))
        return Response(status: .init(code: answer.status), headers: headers, body: body)
    }
}
