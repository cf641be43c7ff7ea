import Foundation
import Observation
import SwiftData

/// The four things that are done with objects of the store, with the app's own errors.
///
/// Source: the app's first design.
@Observable
public final class DataManager {
    private let modelContext: ModelContext

    /// A manager over a context.
    public init(modelContext: ModelContext) {
        self.modelContext = modelContext
    }

    /// Writes what was changed.
    ///
    /// - Throws: ``AlarmClockError/saveFailed(_:)`` or ``AlarmClockError/insufficientStorage(_:)``; the changes are still
    ///   there and can be saved again.
    public func save() throws {
        do {
            try modelContext.save()
        } catch {
            throw AlarmClockError.saving(error, in: modelContext.container)
        }
    }

    /// All objects of a type.
    ///
    /// - Throws: ``AlarmClockError/fetchFailed(_:)``.
    public func fetch<T: PersistentModel>(_ type: T.Type) throws -> [T] {
        try modelContext.read(FetchDescriptor<T>())
    }

    /// Adds an object, which ``save()`` writes.
    public func insert<T: PersistentModel>(_ object: T) {
        modelContext.insert(object)
    }

    /// Removes an object; ``save()`` makes it final.
    public func delete<T: PersistentModel>(_ object: T) {
        modelContext.delete(object)
    }
}
