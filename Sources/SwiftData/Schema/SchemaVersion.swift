extension Schema {
    /// A version of a schema, compared part by part.
    ///
    /// Source: Apple's `Schema.Version`.
    public struct Version: Codable, Comparable, Hashable, Sendable, CustomStringConvertible {
        /// The first part.
        public let major: Int
        /// The second part.
        public let minor: Int
        /// The third part.
        public let patch: Int

        /// The version `major.minor.patch`.
        public init(_ major: Int, _ minor: Int, _ patch: Int) {
            self.major = major
            self.minor = minor
            self.patch = patch
        }

        /// The parts, joined by points.
        public var description: String { "\(major).\(minor).\(patch)" }

        /// Compares the parts from the first to the last.
        public static func < (lhs: Version, rhs: Version) -> Bool {
            (lhs.major, lhs.minor, lhs.patch) < (rhs.major, rhs.minor, rhs.patch)
        }
    }
}
