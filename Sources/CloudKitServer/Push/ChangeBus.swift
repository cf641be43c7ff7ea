import ServiceLifecycle

/// Brings word of changes to the devices that wait for it, at this server and at others on the same store.
///
/// It brings hints and nothing more: it may lose one, repeat one or bring two in another order.
public protocol ChangeBus: Sendable {
    /// Tells of changes, after their commit.
    func publish(_ hints: [ChangeHint]) async
    /// Must be called before a device of a database is let wait: changes after this call will not be missed for good.
    ///
    /// - Throws: What the store throws.
    func watch(_ database: DatabaseKey) async throws
    /// What must run for it while the server serves.
    var services: [any Service] { get }
}

/// The bus of a server that has its store for itself: its own devices are all there are.
struct LocalChangeBus: ChangeBus {
    let couriers: CourierHub

    func publish(_ hints: [ChangeHint]) async {
        await couriers.publish(hints)
    }

    func watch(_ database: DatabaseKey) async {}

    var services: [any Service] { [] }
}
