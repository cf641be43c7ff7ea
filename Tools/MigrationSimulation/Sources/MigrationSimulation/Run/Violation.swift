/// Something that must not happen.
package struct Violation: Error, Sendable, Equatable, CustomStringConvertible {
    /// Which rule was broken.
    package enum Invariant: String, Sendable, CaseIterable {
        /// What the file holds is what the rules of migration leave, and what was saved.
        case storedState
        /// What a context shows is what the file holds.
        case shownState
        /// Predicates, orders and searches find what plain loops find.
        case fetchResult
        /// The tables are those of a new store, and pages and links are sound.
        case structure
        /// What is in the way is refused with the error that is documented for it, and nothing else is refused.
        case refusal
        /// Who fails, or ends in between, leaves the old store.
        case unchangedState
        /// The code of a stage runs once, and sees its version.
        case stageCode
        /// The copy from before is there as long as it is needed, and nothing else lies beside the store.
        case files
        /// Keys are never used twice; history and the store's identifier stay.
        case identity
        /// An opening that needs no migration makes none.
        case repetition
    }

    package let invariant: Invariant
    package let words: String

    init(_ invariant: Invariant, _ words: String) { (self.invariant, self.words) = (invariant, words) }

    package var description: String { "\(invariant.rawValue): \(words)" }
}
