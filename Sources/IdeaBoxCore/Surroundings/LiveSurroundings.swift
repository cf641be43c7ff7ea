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

extension Uptime {
    /// The machine's uptime now.
    fileprivate static var current: Uptime {
        var time = timespec()
        #if os(Linux)
        clock_gettime(CLOCK_BOOTTIME, &time)
        #else
        // On Apple's systems this clock goes on while the machine sleeps.
        clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return Uptime(bootID: currentBootID, seconds: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
    }

    /// The boot ID of Linux (`random(4)`) is made anew at each start, and is the same in every container.
    private static let currentBootID: String = {
        let file = URL(filePath: "/proc/sys/kernel/random/boot_id")
        do {
            return try String(contentsOf: file, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
        } catch {
            // No such file: a restart shows by a smaller uptime.
            return ""
        }
    }()
}
