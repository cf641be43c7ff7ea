import AlarmClockCore
import Foundation

/// What the checks of one seed share.
final class StoryContext {
    let seed: UInt64
    let folder: StoryFolder
    private(set) var trace = StoryTrace()
    /// The check whose expectation a test makes wrong.
    let tampered: Violation.Invariant?
    let lists = MomentLists()

    init(seed: UInt64, folder: StoryFolder, tampered: Violation.Invariant?) {
        (self.seed, self.folder, self.tampered) = (seed, folder, tampered)
    }

    func generator(_ part: String) -> StoryRandom { StoryRandom(seed: seed, part: part) }

    /// 1 where a test makes this check's expectation wrong, and else 0.
    func error(in invariant: Violation.Invariant) -> Int { tampered == invariant ? 1 : 0 }

    func record(_ line: @autoclosure () -> String) { trace.append(line()) }

    func require(_ isGood: Bool, _ invariant: Violation.Invariant, _ words: @autoclosure () -> String) throws {
        if !isGood { throw Violation(invariant: invariant, words: words()) }
    }

    func requireEqual<Value: Equatable>(
        _ found: Value,
        _ expected: Value,
        _ invariant: Violation.Invariant,
        _ words: @autoclosure () -> String
    ) throws {
        if found != expected {
            throw Violation(invariant: invariant, words: "\(words()): \(found) instead of \(expected)")
        }
    }
}
