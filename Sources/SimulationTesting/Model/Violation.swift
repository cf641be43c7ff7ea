/// A property that did not hold, and how that showed.
package struct Violation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The properties, each with the check that watches it.
    package enum Property: String, CaseIterable, Sendable {
        /// All devices and the service have the same, field by field.
        case convergence
        /// What was made and not replaced by who had seen it is there.
        case lostWrite
        /// A deleted idea lives again only through a later change.
        case resurrection
        /// Each idea is one record, and nobody made others.
        case exactlyOnce
        /// Nothing of one account is seen in another.
        case isolation
        /// Who follows the feed to its end has what the service has.
        case feed
        /// The service has what it said that it has.
        case durability
        /// No version is stamped in the future.
        case clock
        /// A version that gave way can be found in the history.
        case losersKept
        /// Nothing leaves the trash or the history before thirty days have passed.
        case retention
        /// Fields of a newer version stay.
        case unknownFields
        /// What sync says of itself is so.
        case honestStatus
        /// Who is told to wait waits.
        case patience
        /// Nobody asks again and again.
        case storm
        /// In the end everything comes to rest.
        case liveness
        /// Nothing throws that should not.
        case soundness
    }

    package let property: Property
    package let words: String

    package init(_ property: Property, _ words: String) {
        (self.property, self.words) = (property, words)
    }

    package var description: String { "\(property.rawValue): \(words)" }
}
