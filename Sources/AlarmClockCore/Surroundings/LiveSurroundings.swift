import AppCommons
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension Surroundings {
    /// The real clock, random ids and environment of this process.
    public static var live: Surroundings {
        let variables = ProcessInfo.processInfo.environment
        return Surroundings(
            now: { Date() },
            clocks: { ClockReading.live(Date()) },
            makeID: { UUID.random() },
            variables: variables,
            homeFolder: variables["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory(),
            workingFolder: FileManager.default.currentDirectoryPath,
            programPath: Bundle.main.executablePath ?? "alarmclock",
            runtimeFolder: AlarmFolders.runtimeFolder(of: getuid())
        )
    }
}
