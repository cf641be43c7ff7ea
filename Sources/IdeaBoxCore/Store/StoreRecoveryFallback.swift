import Foundation
import SwiftData

enum StoreRecovery {
    struct Report {
        var savedRows: [String: Int] = [:]
        var lostRows: [String: Int] = [:]
        var problems: [String] = []
    }

    static func salvage(from file: URL, into container: ModelContainer) throws -> Report {
        let source = ModelContext(try StoreConfiguration.container(at: file))
        let target = ModelContext(container)
        var report = Report()
        for idea in try source.fetch(FetchDescriptor<Idea>()) {
            let copy = Idea(
                id: idea.id, title: idea.title, details: idea.details, isCompleted: idea.isCompleted,
                createdAt: idea.createdAt, updatedAt: idea.updatedAt, deviceId: idea.deviceId, version: idea.version)
            copy.deletedAt = idea.deletedAt
            copy.lastSyncedAt = idea.lastSyncedAt
            target.insert(copy)
            report.savedRows["Idea", default: 0] += 1
        }
        try target.save()
        return report
    }
}
