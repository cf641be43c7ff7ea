/// Something that must not happen.
package struct Violation: Error, Sendable, Equatable, CustomStringConvertible {
    /// Which rule was broken.
    package enum Invariant: String, Sendable, CaseIterable {
        /// Days, weekdays and dates are those that counting gives.
        case calendar
        /// A typed time or day is read as it is meant, and refused where it means nothing.
        case typedText
        /// A zone's clock shows what its spans and its rule say.
        case zoneClock
        /// The device's zone comes from the first of its sources that says one.
        case deviceZone
        /// A damaged file is refused.
        case damagedFile
        /// A time comes up when a clock shows it, or jumps over it.
        case recurrence
        /// The plan says what is due, and what comes next.
        case plan
        /// Alarms ring, fall silent and are missed when they should.
        case ringing
        /// Two runs of a seed are the same.
        case determinism
    }

    package let invariant: Invariant
    package let words: String

    package var description: String { "\(invariant.rawValue): \(words)" }
}
