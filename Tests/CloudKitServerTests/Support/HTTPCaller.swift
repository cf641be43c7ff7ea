import HTTPTypes
import HummingbirdTesting
import NIOCore
import NIOPosix

/// Calls a server over real HTTP, one connection for each call.
enum HTTPCaller {
    static func call(
        port: Int,
        _ method: String,
        _ path: String,
        _ body: [UInt8],
        _ headers: [String: String]
    ) async throws -> Reply {
        try await with(port: port) { try await $0.call(method, path, body, headers) }
    }

    /// One connection for all calls of a body.
    static func with<Value: Sendable>(
        port: Int,
        _ body: @Sendable (Connection) async throws -> Value
    ) async throws -> Value {
        let client = TestClient(
            host: "127.0.0.1",
            port: port,
            configuration: .init(timeout: .seconds(600)),
            eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton)
        )
        client.connect()
        do {
            let value = try await body(Connection(client: client))
            try await client.shutdown()
            return value
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    struct Connection: Sendable {
        let client: TestClient

        func call(
            _ method: String,
            _ path: String,
            _ body: [UInt8] = [],
            _ headers: [String: String] = [:]
        ) async throws -> Reply {
            var fields = HTTPFields()
            for (name, value) in headers {
                if let name = HTTPField.Name(name) { fields[name] = value }
            }
            let request = TestClient.Request(
                path,
                method: HTTPRequest.Method(method) ?? .post,
                headers: fields,
                body: body.isEmpty ? nil : ByteBuffer(bytes: body)
            )
            let response = try await client.execute(request)
            let answered = Dictionary(
                response.head.headerFields.map { ($0.name.canonicalName, $0.value) },
                uniquingKeysWith: { $1 }
            )
            let bytes = response.body.map { Array($0.readableBytesView) } ?? []
            return Reply(status: response.status.code, headers: answered, body: bytes)
        }
    }
}
