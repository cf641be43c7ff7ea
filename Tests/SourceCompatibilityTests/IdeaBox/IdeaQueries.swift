import Foundation
import SwiftData

/// 查詢想法 (QUERY)
enum IdeaQueries {
    // 1. 所有想法
    static var all: FetchDescriptor<Idea> {
        var descriptor = FetchDescriptor<Idea>(sortBy: [SortDescriptor(\.updatedAt, order: .reverse)])
        descriptor.fetchLimit = 100
        return descriptor
    }

    // 2. 已完成想法
    static var completed: FetchDescriptor<Idea> {
        FetchDescriptor(
            predicate: #Predicate { $0.isCompleted == true },
            sortBy: [SortDescriptor(\.updatedAt, order: .reverse)]
        )
    }

    // 3. 特定時間後的變更（增量同步）
    static func changed(after lastSyncTime: Date) -> FetchDescriptor<Idea> {
        FetchDescriptor(
            predicate: #Predicate { $0.updatedAt > lastSyncTime },
            sortBy: [SortDescriptor(\.updatedAt, order: .forward)]
        )
    }

    // 4. 按 ID 查詢單個
    static func byID(_ id: UUID) -> FetchDescriptor<Idea> {
        var descriptor = FetchDescriptor<Idea>(predicate: #Predicate<Idea> { idea in idea.id == id })
        descriptor.fetchLimit = 1
        return descriptor
    }

    // 批量查詢使用分頁（每頁 50 條）
    static func page(_ number: Int, size: Int = 50) -> FetchDescriptor<Idea> {
        var descriptor = FetchDescriptor<Idea>(sortBy: [SortDescriptor(\.createdAt, order: .reverse)])
        descriptor.fetchLimit = size
        descriptor.fetchOffset = number * size
        return descriptor
    }

    // 搜尋：標題與描述，可隱藏已完成
    static func search(_ searchText: String, showCompleted: Bool) -> FetchDescriptor<Idea> {
        let predicate = #Predicate<Idea> { idea in
            (searchText.isEmpty
                || idea.title.localizedStandardContains(searchText)
                || idea.description.localizedStandardContains(searchText))
                && (showCompleted || !idea.isCompleted)
        }
        return FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.title)])
    }
}
