import Foundation

/// The values of an idea at one moment, free of its context: what commands print and files hold.
public struct IdeaSnapshot: Equatable, Sendable, Identifiable {
    /// See ``Idea/id``.
    public var id: UUID
    /// See ``Idea/title``.
    public var title: String
    /// See ``Idea/details``.
    public var details: String
    /// See ``Idea/isCompleted``.
    public var isCompleted: Bool
    /// See ``Idea/createdAt``.
    public var createdAt: Date
    /// See ``Idea/updatedAt``.
    public var updatedAt: Date
    /// See ``Idea/deviceId``.
    public var deviceId: String
    /// See ``Idea/version``.
    public var version: Int
    /// See ``Idea/lastSyncedAt``.
    public var lastSyncedAt: Date?
    /// See ``Idea/deletedAt``.
    public var deletedAt: Date?
}
