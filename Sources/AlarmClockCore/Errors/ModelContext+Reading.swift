import SwiftData

extension ModelContext {
    /// What matches, with the app's own error.
    ///
    /// - Throws: ``AlarmClockError/fetchFailed(_:)``.
    func read<Model: PersistentModel>(_ descriptor: FetchDescriptor<Model>) throws(AlarmClockError) -> [Model] {
        do {
            return try fetch(descriptor)
        } catch {
            throw .fetchFailed(error)
        }
    }
}
