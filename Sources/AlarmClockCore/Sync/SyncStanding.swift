import Foundation
import SwiftData

/// How it stands with the person's other devices.
public struct SyncStanding: Codable, Equatable, Sendable {
    /// What is going on.
    public enum State: String, Codable, Sendable {
        /// Everything is everywhere.
        case upToDate
        /// Something is on its way.
        case syncing
        /// The service cannot be reached; it is tried again by itself.
        case waiting
        /// Nobody is signed in.
        case signedOut
        /// A person has to do something.
        case needsAttention
    }

    /// What is going on.
    public var state: State
    /// How much waits to be sent.
    public var pending: Int
    /// What went wrong last; nil since the last success.
    public var problem: String?
    /// When the service was last asked with success.
    public var lastSuccess: Date?
    /// What kind of thing went wrong, by the framework's name of it; nil since the last success, and from a daemon that
    /// does not say it.
    public var problemKind: String?
}

extension SyncStanding {
    /// The standing of a mirror.
    init(_ status: CloudMirrorStatus) {
        let state: State =
            switch status.state {
            case .upToDate: .upToDate
            case .starting, .syncing: .syncing
            case .waiting, .elsewhere: .waiting
            case .signedOut: .signedOut
            case .needsAttention: .needsAttention
            }
        self.init(
            state: state,
            pending: status.pendingCount,
            problem: status.lastProblem.map { String($0.reason.prefix(DaemonWire.maximumLabel)) },
            lastSuccess: status.lastSuccess,
            problemKind: status.lastProblem?.kind.rawValue
        )
    }
}
