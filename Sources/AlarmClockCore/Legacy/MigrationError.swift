/// Why the alarms of the old app were not taken over.
///
/// They are where they were, and the next start tries again.
public enum MigrationError: Error, Equatable, Sendable {
    /// What lies under the old app's key is no list of alarms.
    case invalidLegacyData
    /// The file of the defaults cannot be read; a copy of it was made before anything else.
    case unreadableDefaults(copy: String)
    /// The file of the defaults, or what it holds, is too large.
    case tooLarge(limit: Int)
    /// Fewer alarms were found in the store than had been put there.
    case incomplete(found: Int, of: Int)
}
