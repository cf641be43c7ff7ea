import CloudKitWebServices

/// For those who wait for notices in the same process: what ``CourierDoor`` is for connections.
extension CloudKitService {
    /// Lets the device wait that asks; no task stays with it.
    ///
    /// - Parameters:
    ///   - request: Its request, for the address that it got.
    ///   - deliver: Told the answer, once: at once where the device may not wait, else a notice, or nothing for now.
    package func park(_ request: ServiceRequest, _ deliver: @escaping @Sendable (ServiceAnswer) -> Void) async {
        // Whoever may not wait is told so by the one who answers.
        guard let courier = try? await courier(at: request.path) else { return deliver(await answer(request)) }
        await couriers.park(courier, CourierWait()) { deliver(ServiceAnswer($0)) }
    }

    /// Answers those who have waited for long, and forgets devices that have gone, as a server does now and then.
    package func sweepCouriers() async {
        await couriers.sweep()
    }
}
