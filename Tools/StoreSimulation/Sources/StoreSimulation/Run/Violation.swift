/// Something that must not happen.
package struct Violation: Sendable, Codable, Equatable, CustomStringConvertible {
    /// Which rule was broken.
    package enum Invariant: String, Sendable, Codable, CaseIterable {
        /// What a save acknowledged is there, and nothing else.
        case storedState
        /// What a context shows is what was saved and what it changed.
        case shownState
        /// A fetch finds what the naive model finds.
        case fetchResult
        /// After an end the state is one of those that may be left.
        case recoveredState
        /// Pages, indexes, links and places are sound.
        case structure
        /// An error is of a documented kind, and there is a reason for it.
        case errorKind
        /// Each committed change has its transaction in the history.
        case history
        /// Two runs of a story are the same.
        case determinism
    }

    package let invariant: Invariant
    package let words: String
    /// The step at which it was noticed.
    package let step: Int

    package var description: String { "\(invariant.rawValue) at step \(step): \(words)" }
}
