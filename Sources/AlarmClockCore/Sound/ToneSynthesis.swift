import Foundation

/// Computes tones, sample by sample.
///
/// Nothing is recorded, so that the tones belong to the project and can be made anew at any time.
struct ToneSynthesis {
    /// Samples a second.
    static let rate = 22_050

    /// A note: when it begins within the pattern, its pitch, how fast it fades, and the strength of its overtones.
    private struct Note {
        let start: Double
        let pitch: Double
        let decay: Double
        let overtones: [(ratio: Double, strength: Double)]
    }

    private let notes: [Note]
    /// The seconds after which the pattern begins anew.
    private let period: Double

    init(_ tone: Tone) {
        let bell = [(1.0, 1.0), (2.76, 0.4), (5.4, 0.15)]
        switch tone {
        case .chime:
            period = 2.5
            notes = [(0.0, 523.25), (0.25, 659.25), (0.5, 783.99)].map {
                Note(start: $0.0, pitch: $0.1, decay: 3, overtones: bell)
            }
        case .beep:
            period = 1
            notes = [0.0, 0.2].map { Note(start: $0, pitch: 880, decay: 14, overtones: [(1, 1), (3, 0.2)]) }
        case .bowl:
            period = 5
            notes = [Note(start: 0, pitch: 220, decay: 0.8, overtones: [(1, 1), (2.71, 0.5), (5.2, 0.2)])]
        case .sunrise:
            period = 4
            notes = [392.0, 440, 523.25, 587.33, 659.25, 783.99].enumerated().map {
                Note(start: Double($0.offset) * 0.4, pitch: $0.element, decay: 2, overtones: [(1, 1), (2, 0.3)])
            }
        case .bell:
            period = 0.5
            notes = [0.0, 0.125, 0.25, 0.375].map { Note(start: $0, pitch: 1_046.5, decay: 9, overtones: bell) }
        }
    }

    /// The seconds of the fading of a note that are computed.
    private static let heard = 2.0

    /// The samples of so many seconds, between -1 and 1; `loudness` is asked for the moment of each.
    func samples(seconds: Double, loudness: (Double) -> Double) -> [Double] {
        let count = Int(seconds * Double(Self.rate))
        var samples = [Double](repeating: 0, count: count)
        for note in notes {
            var start = note.start
            while start < seconds {
                add(note, at: start, to: &samples)
                start += period
            }
        }
        let loudest = samples.reduce(1e-9) { max($0, abs($1)) }
        for index in samples.indices {
            let moment = Double(index) / Double(Self.rate)
            samples[index] *= loudness(moment) / loudest
        }
        return samples
    }

    private func add(_ note: Note, at start: Double, to samples: inout [Double]) {
        let first = Int(start * Double(Self.rate))
        let last = min(samples.count, first + Int(Self.heard * Double(Self.rate)))
        guard first < last else { return }
        for (ratio, strength) in note.overtones {
            let step = 2 * Double.pi * note.pitch * ratio / Double(Self.rate)
            let fading = exp(-note.decay * ratio.squareRoot() / Double(Self.rate))
            var level = strength
            for index in first..<last {
                // A click at the beginning is a beginning that is too sudden.
                let attack = min(1, Double(index - first) / 110)
                samples[index] += sin(step * Double(index - first)) * level * attack
                level *= fading
            }
        }
    }
}
