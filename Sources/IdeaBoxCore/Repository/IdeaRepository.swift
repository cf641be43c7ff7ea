import AppCommons
import Foundation
import SwiftData

/// All that can be done with ideas, over one context.
///
/// Each change of an idea, its sync state and its line in the history are saved in one transaction, before the call
/// returns.
///
/// Not `Sendable`: a repository belongs to the task that made it. Several may work on one container or one file at
/// once.
public final class IdeaRepository {
    let container: ModelContainer
    let context: ModelContext
    let surroundings: Surroundings
    private let lock: StoreLock?
    private let loadDeviceID: () throws -> String
    private var knownDeviceID: String?
    /// The device's own clocks when this repository last looked at what they say.
    var observedClocks: (date: Date, uptime: Uptime)?

    /// Works on the container.
    ///
    /// The device's id is asked for at the first change only.
    init(
        _ container: ModelContainer,
        _ surroundings: Surroundings,
        lock: StoreLock?,
        deviceID: @escaping () throws -> String
    ) {
        self.container = container
        self.surroundings = surroundings
        self.lock = lock
        loadDeviceID = deviceID
        context = ModelContext(container)
        context.autosaveEnabled = false
    }

    func deviceID() throws -> String {
        if let knownDeviceID { return knownDeviceID }
        let loaded = try loadDeviceID()
        knownDeviceID = loaded
        return loaded
    }

    /// Runs the body and saves, while no other copy of the app changes anything.
    ///
    /// When either fails, nothing is changed.
    func change<Result>(in context: ModelContext, _ body: () throws -> Result) throws -> Result {
        func saved() throws -> Result {
            do {
                try observeClock(in: context)
                let result = try body()
                try context.save()
                return result
            } catch {
                context.rollback()
                throw error
            }
        }
        return try exclusively(saved)
    }

    /// Runs the body while no other copy of the app changes anything.
    func exclusively<Result>(_ body: () throws -> Result) throws -> Result {
        guard let lock else { return try body() }
        return try lock.exclusively(body)
    }

    func change<Result>(_ body: () throws -> Result) throws -> Result {
        try change(in: context, body)
    }

    /// Adds a line to the history; it is saved with the change that it tells of.
    func record(
        _ event: LogEvent,
        idea: UUID?,
        at date: Date,
        _ details: JSONText? = nil,
        code: Int? = nil,
        in context: ModelContext? = nil
    ) throws {
        let entry = SyncLog(
            id: surroundings.makeID(),
            ideaId: idea,
            eventType: event.rawValue,
            timestamp: date.cutToMilliseconds,
            details: details?.text,
            deviceId: try deviceID(),
            errorCode: code
        )
        (context ?? self.context).insert(entry)
    }

    /// The idea with the id, in the trash or not.
    ///
    /// Throws ``IdeaBoxError/notFound(_:)``.
    func idea(_ id: UUID) throws -> Idea {
        var descriptor = FetchDescriptor<Idea>(predicate: #Predicate { $0.id == id })
        descriptor.fetchLimit = 1
        guard let idea = try context.fetch(descriptor).first else { throw IdeaBoxError.notFound(id.text) }
        return idea
    }
}
