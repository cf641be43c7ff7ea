import AppCommons
import Foundation

extension Surroundings {
    /// The real clock, random ids and environment of this process.
    public static var live: Surroundings {
        let variables = ProcessInfo.processInfo.environment
        return Surroundings(
            now: { Date() },
            uptime: { Uptime.current },
            makeID: { UUID.random() },
            variables: variables,
            homeFolder: variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory(),
            workingFolder: FileManager.default.currentDirectoryPath,
            machineID: { readMachineID() }
        )
    }

    private static func readMachineID() -> String? {
        for path in ["/etc/machine-id", "/var/lib/dbus/machine-id"] {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { continue }
            let id = text.trimmingCharacters(in: .whitespacesAndNewlines)
            if !id.isEmpty { return id }
        }
        return ProcessInfo.processInfo.hostName
    }
}

extension SyncSurroundings {
    /// The real passing of time, and real chance.
    public static let live = SyncSurroundings(
        wait: { seconds in try await Task.sleep(for: .seconds(seconds)) },
        chance: { Double.random(in: 0..<1) }
    )
}
