import Foundation
import Observation
import SwiftData

@Observable
final class DataManager {
    private let modelContext: ModelContext

    init(modelContext: ModelContext) {
        self.modelContext = modelContext
    }

    // CRUD操作
    func save() throws {
        do {
            try modelContext.save()
        } catch {
            throw SwiftDataError.saveFailed(error)
        }
    }

    func fetch<T: PersistentModel>(_ type: T.Type) throws -> [T] {
        do {
            return try modelContext.fetch(FetchDescriptor<T>())
        } catch {
            throw SwiftDataError.fetchFailed(error)
        }
    }

    func insert<T: PersistentModel>(_ object: T) {
        modelContext.insert(object)
    }

    func delete<T: PersistentModel>(_ object: T) {
        modelContext.delete(object)
    }
}

struct BackgroundWork {
    let container: ModelContainer
    let operation: (ModelContext) -> Void

// 后台操作使用独立的ModelContext
func performBackgroundTask() {
    let backgroundContext = ModelContext(container)
    // 执行操作
    operation(backgroundContext)
    try? backgroundContext.save()
}
}
