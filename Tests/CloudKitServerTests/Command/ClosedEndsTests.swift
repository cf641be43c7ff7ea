import CloudKitWebServices
import Foundation
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("What the process does when an end of it is closed", .serialized)
struct ClosedEndsTests {
    /// How standard output and standard error are when it starts, as a shell says it.
    private static let ends = [
        // Nobody reads what is written: each writing would end a process that does not mind.
        "exec 1>&3 2>&3",
        // There is nothing to write to.
        "exec 1>&- 2>&-", "exec 0<&- 1>&- 2>&-",
    ]

    @Test("Nobody reads what it says, or it can say nothing: it serves, rests, and ends well", arguments: ends)
    func output(_ ends: String) async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let port = try Self.freePort()
        let process = Process()
        let broken = Pipe()
        process.executableURL = URL(filePath: "/bin/sh")
        let command = "\(ServerProcess.executable.path) serve --port \(port) --data \(folder.path) --log-level trace"
        // The pipe's other end is closed before the command begins: the shell waits for that.
        process.arguments = ["-c", "exec 3>&1; read line; \(ends); exec \(command) 3>&-"]
        process.standardOutput = broken
        let start = Pipe()
        process.standardInput = start
        try process.start()
        try broken.fileHandleForReading.close()
        try broken.fileHandleForWriting.close()
        try start.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        defer { kill(process.processIdentifier, SIGKILL) }
        while (try? TCPClient(port: port)) == nil {
            try Task.checkCancellation()
            try #require(process.isRunning, "it has ended with \(process.terminationStatus)")
            await Task.yield()
        }
        let statuses = try await HTTPCaller.with(port: port) { connection in
            var statuses: Set<Int> = []
            for _ in 0..<20 { statuses.insert(try await connection.call("GET", "/readyz").status) }
            return statuses
        }
        #expect(statuses == [200])
        await Self.rests(process.processIdentifier)
        // What it meant to say is not in a file that it opened instead.
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let bytes = (try? Data(contentsOf: URL(filePath: folder.path + "/" + file))) ?? Data()
            #expect(bytes.firstRange(of: Data("Serving http".utf8)) == nil, "\(file)")
        }
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    @Test("A client that closes, half closes or resets its connection does not stay parked")
    func input() async throws {
        let process = try ServerProcess()
        defer { process.remove() }
        let credentials = try process.credentials()
        let port = try process.start()
        let address = try await ServerProcess.courier(port, credentials)
        let ways: [@Sendable (TCPClient) -> Void] = [
            { $0.close() }, { $0.reset() },
            { client in
                client.finishSending()
                let answer = client.read(until: nil)
                #expect(answer?.hasPrefix("HTTP/1.1 200") == true && answer?.hasSuffix("\r\n\r\n") == true)
            },
        ]
        for end in ways {
            let client = try TCPClient(port: port)
            client.send("GET \(address) HTTP/1.1\r\nHost: a\r\n\r\n")
            try await ServerProcess.parked(1, port)
            end(client)
            try await ServerProcess.parked(0, port)
        }
        await Self.rests(try #require(process.identifier))
        #expect(process.stop() == 0)
    }

    /// Waits until none of a process's threads runs, as often as it is looked at.
    private static func rests(_ process: Int32) async {
        var looks = 0
        while looks < 100, !Task.isCancelled {
            looks = isAtRest(process) ? looks + 1 : 0
            await Task.yield()
        }
    }

    private static func isAtRest(_ process: Int32) -> Bool {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
        return threads.allSatisfy { thread in
            let state = try? String(contentsOfFile: "/proc/\(process)/task/\(thread)/stat", encoding: .utf8)
            // Behind the name, which is in parentheses.
            return state?.split(separator: ")").last?.split(separator: " ").first == "S"
        }
    }

    /// A port that nobody listens at.
    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        try #require(result == 0)
        return Int(in_port_t(bigEndian: address.sin_port))
    }
}
