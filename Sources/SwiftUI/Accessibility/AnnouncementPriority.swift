import Foundation

extension AttributeScopes {
    /// What text says of itself to readers.
    ///
    /// Source: Apple's `AttributeScopes.AccessibilityAttributes`. Difference: the priority of announcements alone.
    public struct AccessibilityAttributes: AttributeScope {
        /// How soon an announcement is said.
        public let accessibilitySpeechAnnouncementPriority: AnnouncementPriorityAttribute

        /// How soon an announcement is said.
        ///
        /// Source: Apple's `AttributeScopes.AccessibilityAttributes.AnnouncementPriorityAttribute`.
        public enum AnnouncementPriorityAttribute: CodableAttributedStringKey {
            /// The type of its values.
            public typealias Value = AnnouncementPriority
            /// The name in an archive.
            public static let name = "AXSpeechAnnouncementPriority"

            /// How soon an announcement is said: at once, in place of what is being said, or when that is over.
            ///
            /// On a page: the assertive live region, or the polite one.
            public enum AnnouncementPriority: String, Codable, Hashable, Sendable {
                /// At once.
                case high
                /// When what is being said is over.
                case `default`
                /// As usual; pages know nothing below it.
                case low
            }
        }
    }
}

extension AttributeDynamicLookup {
    /// The attribute by its name.
    public subscript<T: AttributedStringKey>(
        dynamicMember keyPath: KeyPath<AttributeScopes.AccessibilityAttributes, T>
    ) -> T { self[T.self] }
}
