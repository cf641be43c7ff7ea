import Foundation
import TestSupport
import Testing

@testable import IdeaBoxCore
@testable import IdeaBoxUI

/// What is said of sync to those who listen.
@MainActor
@Suite("Spoken sync")
struct SpokenSyncTests {
    private static let unreachable = SyncProblem(.unreachable)

    @Test("A sync that fails by itself is said once, and so is the one that works again")
    func byItself() async throws {
        let window = try Window(isSignedIn: true)
        try await window.report(.upToDate)
        #expect(window.model.announcement == nil)
        try await window.report(.offline, Self.unreachable, pending: 2)
        let first = try #require(window.model.announcement)
        #expect(first.said == .syncFailed(Self.unreachable))
        #expect(first.said.isUrgent)
        try await window.report(.offline, Self.unreachable, pending: 3)
        #expect(window.model.announcement == first)
        try await window.report(.needsAttention, SyncProblem(.forbidden))
        #expect(window.model.announcement?.said == .syncFailed(SyncProblem(.forbidden)))
        try await window.report(.upToDate)
        #expect(window.model.announcement?.said == .synced)
        let last = window.model.announcement
        try await window.report(.upToDate)
        #expect(window.model.announcement == last)
    }

    @Test("Who asks for a sync is told how it ended, however often, and whatever was said before")
    func asked() async throws {
        let window = try Window(isSignedIn: true)
        var ends: [Announcement] = []
        for _ in 0..<2 {
            let before = window.model.announcement
            window.model.retry()
            try await until { window.model.announcement != before }
            ends.append(try #require(window.model.announcement))
        }
        for end in ends {
            guard case .syncFailed = end.said else {
                Issue.record("\(end.said) was said of a service that cannot be reached")
                continue
            }
        }
        #expect(ends[0].said == ends[1].said)
        #expect(ends[0].id < ends[1].id)
        #expect(window.model.problem == nil, "the banner tells it, and no dialog")
    }

    @Test("Who asks for a sync and is not signed in is told so")
    func signedOut() async throws {
        let window = try Window()
        window.model.retry()
        try await until { window.model.announcement != nil }
        #expect(window.model.announcement?.said == .syncFailed(SyncProblem(.signedOut)))
    }
}
