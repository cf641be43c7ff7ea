import AppCommons
import CLinux
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Plays a tone until it is told to stop, through the first player that the system has.
public actor SoundPlayer {
    /// The players that are known, the best first.
    public static let players = ["pw-play", "paplay", "aplay"]

    private let folder: URL
    private let variables: [String: String]
    private let makeID: @Sendable () -> UUID
    private let failed: @Sendable (String) -> Void
    private var playing: (child: ChildProgram, loop: Task<Void, Never>)?
    /// Counts what was begun, so that an end that comes late ends nothing that began since.
    private var round = 0

    /// A player whose files lie in the folder; `failed` hears why nothing can be heard.
    public init(
        folder: URL,
        variables: [String: String],
        makeID: @escaping @Sendable () -> UUID,
        failed: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder
        self.variables = variables
        self.makeID = makeID
        self.failed = failed
    }

    /// The player of a device.
    init(
        _ folders: AlarmFolders,
        in surroundings: Surroundings,
        failed: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.init(
            folder: folders.cache,
            variables: surroundings.variables,
            makeID: surroundings.makeID,
            failed: failed
        )
    }

    /// The player that is used; nil where there is none.
    public static func program(variables: [String: String]) -> String? {
        players.lazy.compactMap { ChildProgram.find($0, variables: variables) }.first
    }

    /// Makes the files of a tone, so that they are there when it rings.
    public nonisolated func prepare(_ tone: Tone, volume: Double) {
        for rises in [true, false] {
            _ = try? SoundFile(tone: tone, volume: volume, rises: rises).made(in: folder, draft: makeID())
        }
    }

    /// Plays the tone from now on, softly at first, instead of what is played.
    public func start(_ tone: Tone, volume: Double) {
        stop()
        guard let player = Self.program(variables: variables) else {
            failed("no player: \(Self.players.joined(separator: ", "))")
            return
        }
        play(player, tone, volume: volume, rises: true)
    }

    private func play(_ player: String, _ tone: Tone, volume: Double, rises: Bool) {
        do {
            let file = try SoundFile(tone: tone, volume: volume, rises: rises).made(in: folder, draft: makeID())
            let quiet = player.hasSuffix("/aplay") ? ["-q"] : []
            let child = try ChildProgram(player, quiet + [file.path], variables: variables)
            round += 1
            let round = round
            let start = clinux_time_awake()
            let length = rises ? SoundFile.risingSeconds : SoundFile.steadySeconds
            let loop = Task { [weak self] in
                let ended = await child.ended
                // Where sound goes nowhere, a player ends at once and would be started as fast as the machine can.
                let left = length - Double(clinux_time_awake() - start) / 1e9
                if ended.status == 0, left > 0 { try? await Task.sleep(for: .seconds(left)) }
                await self?.went(ended, player, tone, volume, round: round)
            }
            playing = (child, loop)
        } catch {
            failed(String(describing: error))
        }
    }

    /// The file was played to its end, or the player gave up.
    private func went(_ ended: ChildProgram.Ended, _ player: String, _ tone: Tone, _ volume: Double, round: Int) {
        guard round == self.round, playing != nil else { return }
        playing = nil
        guard ended.status == 0 else {
            // It would fail again and again; the notification is there.
            failed("\(player): \(ended.status) \(ended.output.prefix(200))")
            return
        }
        play(player, tone, volume: volume, rises: false)
    }

    /// Makes it silent, always.
    public func stop() {
        playing?.child.signal(SIGTERM)
        playing?.loop.cancel()
        playing = nil
        round += 1
    }

    /// Plays the tone once, to its end or for as long as it rises; answers the player's exit status.
    ///
    /// - Throws: `FileFailure` where the file cannot be made.
    public func playOnce(_ tone: Tone, volume: Double) async throws -> Int32? {
        guard let player = Self.program(variables: variables) else { return nil }
        let file = try SoundFile(tone: tone, volume: volume, rises: false).made(in: folder, draft: makeID())
        let quiet = player.hasSuffix("/aplay") ? ["-q"] : []
        return await ChildProgram.run(player, quiet + [file.path], variables: variables)?.status
    }
}
