/// Something that must not happen.
package struct Violation: Error, Sendable, Equatable, CustomStringConvertible {
    /// Which rule was broken.
    package enum Invariant: String, Sendable, CaseIterable {
        /// A request has the status and the errors that the protocol has for it.
        case outcome
        /// A record in an answer is the model's: values, parent, and who created and changed it when.
        case record
        /// A change tag is another one exactly when the record is another version.
        case changeTag
        /// A page of changes has what the model has, in its order.
        case feed
        /// A token is the one of its place, whoever gets it and whenever.
        case token
        /// Zones are those that were created and not deleted.
        case zones
        /// A request that comes again has the answer of the first time, and no effect.
        case retry
        /// A reader that goes on page by page has what the service has.
        case reader
        /// Housekeeping does as much as it says.
        case housekeeping
        /// The operator is told of changes that were lost, and of nothing else.
        case report
        /// The store finds nothing wrong with itself.
        case structure
    }

    package let invariant: Invariant
    package let words: String
    /// The step at which it was noticed.
    package var step = 0

    init(_ invariant: Invariant, _ words: String) {
        (self.invariant, self.words) = (invariant, words)
    }

    package var description: String { "\(invariant.rawValue) at step \(step): \(words)" }
}
