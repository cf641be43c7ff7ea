import AppCommons
import CLinux
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Plays a tone until it is told to stop, through the players that the system has.
///
/// One that fails or hangs is followed by the next, and after the last one all are tried again: a sound server may be
/// started anew, and a speaker plugged in, while an alarm rings.
public actor SoundPlayer {
    /// The players that are known, the best first.
    public static let players = ["pw-play", "paplay", "aplay"]
    /// How long it is until all players are tried again, in seconds.
    static let pause: TimeInterval = 1
    /// How much longer than its file a player may take, and then to end where it is asked to, in seconds.
    static let patience: TimeInterval = 5
    /// More reasons than these are not told of one ringing.
    private static let maximumReasons = 8

    /// Hears why nothing can be heard; nil: it can again.
    typealias Report = @Sendable (String?) async -> Void

    /// What is to be heard.
    private struct Job: Sendable {
        let tone: Tone
        let volume: Double
        /// When it began, by the clock that stands still while the machine does.
        let start: Int64

        /// Whether it is to be soft yet.
        var rises: Bool { Double(clinux_time_awake() - start) / 1e9 < SoundFile.risingSeconds }
    }

    private let folder: URL
    private let spare: URL?
    private let variables: [String: String]
    private let makeID: @Sendable () -> UUID
    private let wait: @Sendable (TimeInterval) async throws -> Void
    private let failed: @Sendable (String) -> Void
    private var child: ChildProgram?
    private var loop: Task<Void, Never>?

    /// A player.
    ///
    /// - Parameters:
    ///   - folder: Where its files lie.
    ///   - spare: Where they are made where that folder has no room or must not be written to.
    ///   - variables: The environment.
    ///   - makeID: Makes the names of drafts.
    ///   - wait: Waits for so many seconds.
    ///   - failed: Hears what went wrong, once for each ringing.
    public init(
        folder: URL,
        spare: URL? = nil,
        variables: [String: String],
        makeID: @escaping @Sendable () -> UUID,
        wait: @escaping @Sendable (TimeInterval) async throws -> Void = {
            // A player plays nothing while the machine sleeps.
            try await Task.sleep(for: .seconds($0), clock: SuspendingClock())
        },
        failed: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder
        self.spare = spare
        self.variables = variables
        self.makeID = makeID
        self.wait = wait
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
            spare: folders.runtime,
            variables: surroundings.variables,
            makeID: surroundings.makeID,
            failed: failed
        )
    }

    /// The player that is tried first; nil where there is none.
    public static func program(variables: [String: String]) -> String? { programs(variables).first }

    private static func programs(_ variables: [String: String]) -> [String] {
        players.compactMap { ChildProgram.find($0, variables: variables) }
    }

    /// Makes the files of a tone, so that they are there when it rings.
    public nonisolated func prepare(_ tone: Tone, volume: Double) {
        for rises in [true, false] {
            _ = try? SoundFile(tone: tone, volume: volume, rises: rises).made(in: folder, draft: makeID())
        }
    }

    private func file(_ tone: Tone, _ volume: Double, rises: Bool) throws -> URL {
        let sound = SoundFile(tone: tone, volume: volume, rises: rises)
        do {
            return try sound.made(in: folder, draft: makeID())
        } catch {
            guard let spare, let file = try? sound.made(in: spare, draft: makeID()) else { throw error }
            return file
        }
    }

    private func begun(_ player: String, _ file: URL) throws -> ChildProgram {
        let quiet = player.hasSuffix("/aplay") ? ["-q"] : []
        return try ChildProgram(player, quiet + [file.path], variables: variables)
    }

    // MARK: - Until it is stopped

    /// Plays the tone from now on, softly at first, instead of what is played.
    public func start(_ tone: Tone, volume: Double) {
        start(tone, volume: volume) { _ in }
    }

    /// The same; what it reports is about this tone alone.
    func start(_ tone: Tone, volume: Double, report: @escaping Report) {
        stop()
        let job = Job(tone: tone, volume: volume, start: clinux_time_awake())
        loop = Task { await play(job, report) }
    }

    private func play(_ job: Job, _ report: Report) async {
        var told: Set<String> = []
        var isSilent = false
        while !Task.isCancelled {
            var wasHeard = false
            var reasons = obstacles(job)
            for program in reasons.isEmpty ? Self.programs(variables) : [] {
                let reason = await reasonToStop(program, job) {
                    wasHeard = true
                    if isSilent { await report(nil) }
                    isSilent = false
                }
                guard let reason else { return }
                reasons.append(reason)
            }
            for reason in reasons where told.count < Self.maximumReasons && told.insert(reason).inserted {
                failed(reason)
            }
            if !wasHeard, !isSilent {
                isSilent = true
                await report(reasons.joined(separator: "; "))
            }
            guard (try? await wait(Self.pause)) != nil else { return }
        }
    }

    /// Why no player need be tried.
    private func obstacles(_ job: Job) -> [String] {
        guard Self.program(variables: variables) != nil else {
            return ["no player: \(Self.players.joined(separator: ", "))"]
        }
        do {
            _ = try file(job.tone, job.volume, rises: job.rises)
            return []
        } catch {
            return [String(describing: error)]
        }
    }

    /// Plays with one player until that fails; answers why, or nil where it was told to stop.
    private func reasonToStop(_ player: String, _ job: Job, heard: () async -> Void) async -> String? {
        while !Task.isCancelled {
            do {
                let (rises, start) = (job.rises, clinux_time_awake())
                let child = try begun(player, try file(job.tone, job.volume, rises: rises))
                self.child = child
                let limit = Self.limit(rises: rises)
                let result = await end(of: child, within: limit)
                guard !Task.isCancelled else { return nil }
                guard let ended = result else { return "\(player): did not end in \(Int(limit)) seconds" }
                guard ended.status == 0 else { return "\(player): \(ended.status) \(ended.output.prefix(200))" }
                await heard()
                // Where sound goes nowhere, a player ends at once and would be started as fast as the machine can.
                let left = limit - Self.patience - Double(clinux_time_awake() - start) / 1e9
                if left > 0 { try? await wait(left) }
            } catch {
                return String(describing: error)
            }
        }
        return nil
    }

    /// How long a player may take for a file, in seconds.
    static func limit(rises: Bool) -> TimeInterval {
        (rises ? SoundFile.risingSeconds : SoundFile.steadySeconds) + patience
    }

    /// Waits for the end of a player; nil where it takes too long, and is not waited for any more.
    private func end(of child: ChildProgram, within seconds: TimeInterval) async -> ChildProgram.Ended? {
        let (ends, told) = AsyncStream<ChildProgram.Ended?>.makeStream()
        Task {
            let ended = await child.ended
            told.yield(ended)
        }
        let limit = Task { [wait] in
            try await wait(seconds)
            told.yield(nil)
        }
        defer { limit.cancel() }
        for await ended in ends {
            if ended == nil { end(child) }
            return ended
        }
        return nil
    }

    /// Ends a player, also one that does not listen.
    private func end(_ child: ChildProgram) {
        child.signal(SIGTERM)
        Task { [wait] in
            try await wait(Self.patience)
            child.signal(SIGKILL)
        }
    }

    /// Makes it silent, always.
    public func stop() {
        loop?.cancel()
        loop = nil
        if let child { end(child) }
        child = nil
    }

    // MARK: - Once

    /// Plays the tone once, with the first player that can.
    ///
    /// - Throws: `FileFailure` where the file cannot be made.
    /// - Returns: The player, and its exit status; that of the last one where all fail. nil where there is none.
    public func playOnce(_ tone: Tone, volume: Double) async throws -> (program: String, status: Int32?)? {
        var last: (program: String, status: Int32?)?
        let file = try file(tone, volume, rises: false)
        for program in Self.programs(variables) {
            var ended: ChildProgram.Ended?
            if let child = try? begun(program, file) {
                ended = await end(of: child, within: Self.limit(rises: false))
            }
            last = (program, ended?.status)
            if ended?.status == 0 { break }
        }
        return last
    }
}
