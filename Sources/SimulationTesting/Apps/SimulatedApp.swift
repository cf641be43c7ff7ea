import Foundation
import SwiftData

/// The app of a process on a device, as a run drives it.
protocol SimulatedApp: AnyObject, Sendable {
    /// Its store.
    var modelContainer: ModelContainer { get }

    /// Whether it syncs by itself, and is never asked to.
    var isAutomatic: Bool { get }
    /// Whether it is persons who ask it to sync, and not triggers.
    var isAskedByPersons: Bool { get }
    /// Whether its store is known to be the first account's.
    var isBound: Bool { get }

    /// Lets everything go where it belongs, or only sends.
    ///
    /// - Throws: Why it could not.
    func sync(sendsOnly: Bool) async throws
    /// What an error of a sync is called; nil for one that no sync may end with.
    func word(of error: any Error) -> String?
    /// What does not hold after a sync that ended so.
    func judge(_ error: (any Error)?) throws -> [Violation]
    /// Draws what a person does; nil where there is nothing to do.
    func drawAction() throws -> PersonAction?
    /// Lets a person do something, where it can be done.
    func perform(_ action: PersonAction) throws
    /// Says yes to what the app asks a person, after an error that says so.
    func confirm(after error: (any Error)?) throws
    /// The device shows another account.
    func accountChanged()
    /// The account that the device shows is signed out.
    func signOut()
    /// Why the store is not at rest; nil when it is.
    func unrest() throws -> String?
}

extension SimulatedApp {
    var isAutomatic: Bool { false }
    var isAskedByPersons: Bool { true }
    var isBound: Bool { false }
}
