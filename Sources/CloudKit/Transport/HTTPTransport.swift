import AsyncHTTPClient
import Foundation
import NIOCore

/// Carries requests over HTTP, with connections that are used again and answers that may come compressed.
public final class HTTPTransport: CloudKitTransport {
    /// The one that all containers use unless they are told otherwise.
    public static let shared = HTTPTransport()

    private let client: HTTPClient

    /// A transport with connections of its own; shut it down at the end.
    public init() {
        var configuration = HTTPClient.Configuration()
        configuration.timeout = .init(connect: .seconds(Int64(CloudKitLimits.connectTimeout)))
        configuration.redirectConfiguration = .disallow
        // Waiting for a service that refuses connections is its callers' choice.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.decompression = .enabled(limit: .size(CloudKitLimits.answerBytes))
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Closes all connections; requests fail from then on.
    public func shutDown() async throws {
        try await client.shutdown()
    }

    /// Sends a request and waits for the whole answer.
    public func send(_ request: CloudKitRequest) async throws -> CloudKitAnswer {
        var outgoing = HTTPClientRequest(url: request.address)
        outgoing.method = .RAW(value: request.method)
        for (name, value) in request.headers { outgoing.headers.add(name: name, value: value) }
        switch request.body {
        case .none: break
        case .bytes(let bytes): outgoing.body = .bytes(ByteBuffer(bytes: bytes))
        case .file(let url, let size):
            guard let file = try? FileHandle(forReadingFrom: url) else {
                throw CloudKitTransportError.broken("the file to send cannot be opened")
            }
            outgoing.body = .stream(FileChunks(file: file), length: .known(Int64(size)))
        }
        let limit = TimeAmount.milliseconds(Int64(request.responseTimeout * 1_000))
        do {
            let response = try await client.execute(outgoing, timeout: limit)
            return try await answer(from: response, to: request)
        } catch {
            throw Self.failure(error)
        }
    }

    private func answer(from response: HTTPClientResponse, to request: CloudKitRequest) async throws -> CloudKitAnswer {
        let headers = response.headers.map { (name: $0.name, value: $0.value) }
        var answer = CloudKitAnswer(status: Int(response.status.code), headers: headers)
        let destination = answer.isSuccess ? request.destination : nil
        let watch = AnswerWatch(
            pause: min(request.timeout, request.idleTimeout),
            whole: destination == nil ? nil : request.timeout
        )
        let limit = request.answerLimit
        answer.body = try await watch.reading {
            guard let destination else { return try await Self.bytes(of: response.body, limit: limit, watch) }
            try await Self.store(response.body, in: destination, limit: limit, watch)
            return []
        }
        return answer
    }

    private static func bytes(
        of body: HTTPClientResponse.Body,
        limit: Int,
        _ watch: AnswerWatch
    ) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await read(body, limit: limit, watch) { bytes += $0.readableBytesView }
        return bytes
    }

    private static func store(
        _ body: HTTPClientResponse.Body,
        in destination: URL,
        limit: Int,
        _ watch: AnswerWatch
    ) async throws {
        let draft = try DraftFile(for: destination)
        do {
            try await read(body, limit: limit, watch) { try draft.append(Data($0.readableBytesView)) }
            try draft.finish()
        } catch {
            draft.discard()
            throw error
        }
    }

    private static func read(
        _ body: HTTPClientResponse.Body,
        limit: Int,
        _ watch: AnswerWatch,
        _ take: (ByteBuffer) throws -> Void
    ) async throws {
        var size = 0
        for try await chunk in body {
            size += chunk.readableBytes
            if size > limit { throw CloudKitTransportError.answerTooLarge }
            try take(chunk)
            watch.heard()
        }
        // Where the watch gives up, the body seems to be over.
        try Task.checkCancellation()
    }

    /// The kind of failure, without the words of the library, which may quote an address.
    private static func failure(_ error: any Error) -> any Error {
        switch error {
        case is CloudKitTransportError, is CancellationError: return error
        case let error as HTTPClientError:
            switch error {
            case .cancelled: return CancellationError()
            case .connectTimeout, .httpProxyHandshakeTimeout, .tlsHandshakeTimeout:
                return CloudKitTransportError.unreachable("no connection in time")
            case .deadlineExceeded, .readTimeout, .writeTimeout:
                return CloudKitTransportError.timedOut
            case .remoteConnectionClosed: return CloudKitTransportError.answerLost("the connection was closed")
            case .invalidURL, .emptyHost, .emptyScheme:
                return CloudKitTransportError.unreachable("the address of the service is none")
            default: return CloudKitTransportError.broken("HTTP failed: \(error.shortDescription)")
            }
        // The library's type for this is in a module that this one does not use otherwise.
        case _ where "\(type(of: error))" == "NIOConnectionError":
            return CloudKitTransportError.unreachable("nobody answers there")
        case let error as IOError where error.errnoCode == ECONNREFUSED:
            return CloudKitTransportError.unreachable("nobody answers there")
        case is IOError: return CloudKitTransportError.answerLost("the connection broke")
        default: return CloudKitTransportError.broken("\(type(of: error))")
        }
    }
}

/// The bytes of a file, a piece at a time.
private struct FileChunks: AsyncSequence, Sendable {
    typealias Element = ByteBuffer
    static let size = 64 * 1_024
    let file: FileHandle

    struct Iterator: AsyncIteratorProtocol {
        let file: FileHandle

        mutating func next() async throws -> ByteBuffer? {
            guard let data = try file.read(upToCount: FileChunks.size), !data.isEmpty else { return nil }
            return ByteBuffer(bytes: data)
        }
    }

    func makeAsyncIterator() -> Iterator {
        Iterator(file: file)
    }
}
