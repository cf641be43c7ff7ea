import AppCommons
import Foundation
import SwiftData

/// What a machine has for ringing.
package struct MachineReport: Equatable, Sendable {
    /// The program that plays tones.
    package let player: String?
    /// What the desktop's notifications can do; nil where there are none.
    package let notifications: [String]?
    /// Whether the daemon starts by itself.
    package let hasService: Bool
    /// Whether it runs on when its user has logged out.
    package let lingers: Bool

    /// Looks for it all.
    static func look(
        _ folders: AlarmFolders,
        variables: [String: String],
        lingering: Lingering = Lingering()
    ) async -> MachineReport {
        let hasNotifier = ChildProgram.find("notify-send", variables: variables) != nil
        return MachineReport(
            player: SoundPlayer.program(variables: variables),
            notifications: hasNotifier ? await Notifier.capabilities(variables: variables) : nil,
            // The unit alone starts nothing: it is there before systemd takes it, and stays where somebody disables it.
            hasService: [folders.serviceFile, folders.serviceLink].allSatisfy { POSIXFiles.kind($0.path) == .file },
            lingers: lingering.isOn
        )
    }
}

extension AlarmClockHome {
    /// Looks for what this machine has for ringing.
    package func examineMachine() async {
        let found = await MachineReport.look(folders, variables: surroundings.variables)
        if found != machine { machine = found }
    }

    /// Plays a tone once, where the machine has a speaker.
    ///
    /// - Throws: An error with words where nothing can be heard.
    package func play(_ tone: Tone, volume: Double) async throws {
        let player = SoundPlayer(folders, in: surroundings)
        guard let (program, status) = try await player.playOnce(tone, volume: volume) else {
            throw CommandProblem.noPlayer
        }
        guard status == 0 else { throw CommandProblem.soundFailed(program, status.map(String.init) ?? "?") }
    }

    /// Takes over what the old app left.
    ///
    /// - Throws: ``AlarmClockError/migrationFailed(_:)``; then the old alarms are where they were. Those that are in the store
    ///   too, because only the old list could not be emptied, are not taken over again.
    /// - Returns: How many alarms were taken over, and how many were set aside.
    package func takeOver() async throws -> (taken: Int, rejected: Int) {
        let (store, takeover) = (store, LegacyTakeover(folders: folders, surroundings: surroundings))
        defer { refresh() }
        let report = try await Task.detached { try takeover.run(into: store, isDryRun: false) }.value
        tellDaemon()
        return (report.taken, report.rejected.count)
    }
}
