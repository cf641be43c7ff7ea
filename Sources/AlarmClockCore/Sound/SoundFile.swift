import AppCommons
import Foundation

/// The sound files from which tones are played, made at their first use.
struct SoundFile: Equatable, Sendable {
    let tone: Tone
    /// In percent, by tens.
    let volume: Int
    /// Whether it begins softly.
    let rises: Bool

    /// How long the rising takes, and how long the part is that is repeated after it, in seconds.
    static let risingSeconds = 20.0
    static let steadySeconds = 10.0
    /// How loud it is at the beginning of the rising.
    private static let beginning = 0.08

    init(tone: Tone, volume: Double, rises: Bool) {
        self.tone = tone
        self.volume = Int((min(max(volume, 0), 1) * 10).rounded()) * 10
        self.rises = rises
    }

    /// The name; the number at its end is that of the way in which tones are computed.
    var name: String { "\(tone.rawValue)-\(volume)-\(rises ? "rising" : "steady")-1.wav" }

    /// The file in the folder; it is made where it is missing.
    ///
    /// - Throws: `FileFailure`.
    func made(in folder: URL, draft: UUID) throws -> URL {
        let file = folder.appending(path: name)
        guard POSIXFiles.kind(file.path) != .file else { return file }
        try POSIXFiles.makeFolder(folder, mode: 0o700)
        let new = folder.appending(path: ".\(draft.uuidString).wav")
        do {
            try POSIXFiles.writeNew(wave(), to: new.path, mode: 0o600)
            try POSIXFiles.rename(new, to: file)
        } catch {
            try? FileManager.default.removeItem(at: new)
            throw error
        }
        return file
    }

    /// The sound as a WAV file: one channel, 16 bits.
    func wave() -> Data {
        let loudness = Double(volume) / 100
        let seconds = rises ? Self.risingSeconds : Self.steadySeconds
        let samples = ToneSynthesis(tone).samples(seconds: seconds) { moment in
            guard rises else { return loudness }
            let share = Self.beginning + (1 - Self.beginning) * min(1, moment / Self.risingSeconds)
            return loudness * share * share
        }
        var data = Data(capacity: 44 + samples.count * 2)
        func add(_ text: String) { data.append(contentsOf: Array(text.utf8)) }
        func add(_ number: Int, bytes: Int) {
            for index in 0..<bytes { data.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
        }
        let size = samples.count * 2
        add("RIFF")
        add(36 + size, bytes: 4)
        add("WAVEfmt ")
        for (number, bytes) in [
            (16, 4), (1, 2), (1, 2), (ToneSynthesis.rate, 4), (ToneSynthesis.rate * 2, 4), (2, 2), (16, 2),
        ] {
            add(number, bytes: bytes)
        }
        add("data")
        add(size, bytes: 4)
        for sample in samples { add(Int(sample * 32_000), bytes: 2) }
        return data
    }
}
