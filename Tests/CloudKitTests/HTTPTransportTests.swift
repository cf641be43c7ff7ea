import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import CloudKit

/// The transport over real connections.
struct HTTPTransportTests {
    @Test func answersMayBeCompressedAndConnectionsAreUsedAgain() async throws {
        let server = try await CannedServer()
        let container = CKContainer(
            identifier: World.identifier,
            configuration: CloudKitConfiguration(
                endpoint: "http://127.0.0.1:\(server.port)",
                webAuthToken: "token",
                transport: HTTPTransport.shared
            )
        )
        for _ in 0..<3 {
            #expect(try await container.userRecordID().recordName == "_0123456789abcdef")
        }
        #expect(server.connections.withLock { $0 } == 1)
        let request = server.lastRequest.withLock { $0 }.lowercased()
        #expect(request.contains("accept-encoding: gzip"))
        #expect(request.hasPrefix("get /database/1/icloud.org.example.notes/development/public/users/caller?"))
        try await server.close()
    }

    @Test func anAnswerThatIsTooLargeIsRefused() async throws {
        try await Way.http.run { world in
            let request = CloudKitRequest(method: "GET", address: world.endpoint + "/healthz", answerLimit: 2)
            await #expect(throws: CloudKitTransportError.answerTooLarge) {
                try await HTTPTransport.shared.send(request)
            }
            let file = world.folder.appendingPathComponent("down")
            var download = request
            download.destination = file
            await #expect(throws: CloudKitTransportError.answerTooLarge) {
                try await HTTPTransport.shared.send(download)
            }
            #expect(!FileManager.default.fileExists(atPath: file.path))
            download.answerLimit = 100
            _ = try await HTTPTransport.shared.send(download)
            #expect(try Data(contentsOf: file) == Data("ok\n".utf8))
        }
    }

    @Test func aServiceThatSaysNothingIsGivenUp() async throws {
        let server = try await CannedServer(.nothing)
        let request = CloudKitRequest(method: "GET", address: "http://127.0.0.1:\(server.port)/", timeout: 0.2)
        await #expect(throws: CloudKitTransportError.timedOut) {
            try await HTTPTransport.shared.send(request)
        }
        try await server.close()
    }

    /// A file may take long, but not to begin.
    @Test func aFileThatDoesNotBeginIsGivenUp() async throws {
        let server = try await CannedServer(.nothing)
        let file = FileManager.default.temporaryDirectory.appending(path: "transport-\(UUID().uuidString)")
        var request = CloudKitRequest(
            method: "GET",
            address: "http://127.0.0.1:\(server.port)/",
            timeout: CloudKitLimits.fileTimeout,
            destination: file
        )
        #expect(request.responseTimeout == CloudKitLimits.timeout)
        request.idleTimeout = 0.2
        await #expect(throws: CloudKitTransportError.timedOut) {
            try await HTTPTransport.shared.send(request)
        }
        try await server.close()
    }

    @Test func anAnswerThatGoesOnNoMoreIsGivenUp() async throws {
        let server = try await CannedServer(.halfAnAnswer)
        let folder = FileManager.default.temporaryDirectory.appending(path: "transport-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var request = CloudKitRequest(method: "GET", address: "http://127.0.0.1:\(server.port)/", timeout: 0.2)
        for destination in [nil, folder.appending(path: "file")] {
            request.destination = destination
            await #expect(throws: CloudKitTransportError.timedOut) {
                try await HTTPTransport.shared.send(request)
            }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        try await server.close()
    }
}

/// Answers every request with the same compressed body, or not as it should.
private final class CannedServer: Sendable {
    enum Manner {
        case whole
        case halfAnAnswer
        case nothing
    }

    /// An object with a user's record name, compressed.
    private static let body =
        Data(base64Encoded: "H4sIAAAAAAAC/6tWKi1OLQpKTc4vSvFLzE1VslKKNzA0MjYxNTO3sExMSk5JTVOqBQBih3eDJgAAAA==")
        ?? Data()

    let connections = Mutex(0)
    let lastRequest = Mutex("")
    private let channel = Mutex<(any Channel)?>(nil)

    var port: Int { channel.withLock { $0?.localAddress?.port ?? 0 } }

    init(_ manner: Manner = .whole) async throws {
        let bound = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    self.connections.withLock { $0 += 1 }
                    try channel.pipeline.syncOperations.addHandler(Handler(server: self, manner: manner))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        channel.withLock { $0 = bound }
    }

    func close() async throws {
        try await channel.withLock { $0 }?.close()
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        let server: CannedServer
        let manner: Manner
        private var text = ""

        init(server: CannedServer, manner: Manner) {
            self.server = server
            self.manner = manner
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            text += String(buffer: unwrapInboundIn(data))
            guard text.hasSuffix("\r\n\r\n"), manner != .nothing else { return }
            server.lastRequest.withLock { $0 = text }
            text = ""
            var answer = ByteBuffer(
                string:
                    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(CannedServer.body.count)\r\n\r\n"
            )
            answer.writeBytes(manner == .whole ? CannedServer.body : CannedServer.body.prefix(20))
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        }
    }
}
