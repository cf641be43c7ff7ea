import Foundation
import WebHost

/// Serves the demonstration: `WebHostDemo FOLDER [PORT]` prints the link and runs until it is ended.
@main
struct WebHostDemo {
    @MainActor static func main() async {
        let arguments = CommandLine.arguments
        let folder = URL(fileURLWithPath: arguments.count > 1 ? arguments[1] : ".webhost-demo")
        let port = arguments.count > 2 ? UInt16(arguments[2]) ?? 0 : 0
        var configuration = HostConfiguration(
            identity: AppIdentity(name: "Demo"),
            dataFolder: folder,
            listening: .thisMachine(port: port)
        )
        configuration.routes = [
            PlainRoute(path: "/healthz", access: .anyone) { _ in PlainResponse(body: Data("ok\n".utf8)) }
        ]
        configuration.report = { report in
            try? FileHandle.standardError.write(contentsOf: Data("\(report)\n".utf8))
        }
        let server = PageServer(configuration, scenes: DemoSource(store: DemoStore()))
        do {
            try await server.run { address in
                try? FileHandle.standardOutput.write(contentsOf: Data("\(address.link)\n".utf8))
            }
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
            exit(1)
        }
    }
}
