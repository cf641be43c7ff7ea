import Foundation

/// What there is at the end of a run, once everything has come to rest: all that the checks look at.
package struct Outcome: Sendable {
    /// A record of the service, read by somebody who asks for all of them.
    package struct Stored: Hashable, Sendable {
        package var content: Content
        /// Milliseconds since 1970.
        package var updated: Int64
        package var device: String
        package var mood: String?

        package init(content: Content, updated: Int64 = 0, device: String = "", mood: String? = nil) {
            (self.content, self.updated, self.device, self.mood) = (content, updated, device, mood)
        }
    }

    /// The store of one account on one device.
    package struct Device: Sendable {
        package var number: Int
        package var ideas: [UUID: Content]
        package var pending: Int
        /// What sync says of itself.
        package var isUpToDate: Bool
        package var shownPending: Int
        package var hasError: Bool
        /// All that its history says of each idea.
        package var history: [UUID: String]

        package init(
            number: Int,
            ideas: [UUID: Content],
            pending: Int = 0,
            isUpToDate: Bool = true,
            shownPending: Int = 0,
            hasError: Bool = false,
            history: [UUID: String] = [:]
        ) {
            (self.number, self.ideas, self.pending, self.isUpToDate) = (number, ideas, pending, isUpToDate)
            (self.shownPending, self.hasError, self.history) = (shownPending, hasError, history)
        }
    }

    /// A deletion that the service did.
    package struct Deletion: Hashable, Sendable {
        package let idea: UUID
        package let stamp: Int64
        package let device: String

        package init(idea: UUID, stamp: Int64, device: String) {
            (self.idea, self.stamp, self.device) = (idea, stamp, device)
        }
    }

    /// One account.
    package struct Account: Sendable {
        package var service: [UUID: Stored]
        /// What the service had said that it has.
        package var promised: [UUID: Stored]
        package var devices: [Device]
        package var deletions: [Deletion]

        package init(
            service: [UUID: Stored],
            promised: [UUID: Stored]? = nil,
            devices: [Device],
            deletions: [Deletion] = []
        ) {
            (self.service, self.devices, self.deletions) = (service, devices, deletions)
            self.promised = promised ?? service
        }
    }

    /// What persons made.
    package var versions: VersionTree<UUID, Content>
    /// By number.
    package var accounts: [Int: Account]
    /// Whether the service was put back to an older copy on the way.
    package var wasRestored = false
    /// How often so much time has passed as things are kept.
    package var era = 0

    package init(
        versions: VersionTree<UUID, Content>,
        accounts: [Int: Account],
        wasRestored: Bool = false,
        era: Int = 0
    ) {
        (self.versions, self.accounts, self.wasRestored, self.era) = (versions, accounts, wasRestored, era)
    }
}
