import Foundation
import SwiftData

/// One line of the history, free of its context.
public struct HistoryEntry: Equatable, Sendable {
    /// See ``SyncLog/id``.
    public let id: UUID
    /// See ``SyncLog/ideaId``.
    public let ideaId: UUID?
    /// See ``SyncLog/eventType``.
    public let eventType: String
    /// See ``SyncLog/timestamp``.
    public let timestamp: Date
    /// See ``SyncLog/details``.
    public let details: String?
    /// See ``SyncLog/deviceId``.
    public let deviceId: String
    /// See ``SyncLog/errorCode``.
    public let errorCode: Int?

    init(_ log: SyncLog) {
        id = log.id
        ideaId = log.ideaId
        eventType = log.eventType
        timestamp = log.timestamp
        details = log.details
        deviceId = log.deviceId
        errorCode = log.errorCode
    }
}

/// Which part of the history is wanted.
public struct HistoryFilter: Equatable, Sendable {
    /// Only of this idea.
    public var idea: UUID?
    /// Only this event.
    public var event: LogEvent?
    /// Only from this time on.
    public var since: Date?
    /// Only before this time.
    public var until: Date?

    /// Everything.
    public init(idea: UUID? = nil, event: LogEvent? = nil, since: Date? = nil, until: Date? = nil) {
        self.idea = idea
        self.event = event
        self.since = since
        self.until = until
    }

    /// What is older than the limit is gone, also where no change has come since that would have removed it.
    func descriptor(keptSince limit: Date) -> FetchDescriptor<SyncLog> {
        let since = max(since ?? .distantPast, limit)
        let until = until ?? .distantFuture
        return FetchDescriptor<SyncLog>(
            predicate: predicate(since, until),
            sortBy: [SortDescriptor(\SyncLog.timestamp, order: .reverse)]
        )
    }

    /// One predicate per case, so that each can use its index.
    private func predicate(_ since: Date, _ until: Date) -> Predicate<SyncLog> {
        let name = event?.rawValue
        switch (idea, name) {
        case (let idea?, let name?):
            return #Predicate<SyncLog> {
                $0.ideaId == idea && $0.eventType == name && $0.timestamp >= since && $0.timestamp < until
            }
        case (let idea?, nil):
            return #Predicate<SyncLog> { $0.ideaId == idea && $0.timestamp >= since && $0.timestamp < until }
        case (nil, let name?):
            return #Predicate<SyncLog> { $0.eventType == name && $0.timestamp >= since && $0.timestamp < until }
        case (nil, nil):
            return #Predicate<SyncLog> { $0.timestamp >= since && $0.timestamp < until }
        }
    }
}

extension IdeaRepository {
    /// One page of the history, newest first.
    public func history(_ filter: HistoryFilter, _ page: IdeaPage) throws -> PageOfResults<HistoryEntry> {
        var descriptor = filter.descriptor(keptSince: retentionLimit)
        page.limit(&descriptor)
        return page.cut(try context.fetch(descriptor).map { HistoryEntry($0) })
    }
}
