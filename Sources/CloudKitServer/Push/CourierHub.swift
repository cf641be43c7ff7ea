import CloudKitWebServices

/// Devices that wait to be told of changes, each in one parked request.
///
/// A notice is a hint and nothing more: a device that misses one finds out when it next asks. So everything here is in
/// memory and bounded, and what does not fit is dropped.
public actor CourierHub {
    /// Devices that are known at a time; the one not heard of for longest goes first.
    static let devices = 50_000
    /// Devices of one database up to which one that has not waited yet is let in.
    static let expectedDevices = 200
    /// Notices that wait for one device.
    static let pending = 64
    /// How long a request is parked, in milliseconds; then it is answered with nothing.
    static let parkedMilliseconds: Int64 = 10 * 60 * 1_000
    /// How long notices wait for a device that does not ask, in milliseconds.
    static let absenceMilliseconds: Int64 = 2 * 60 * 1_000

    private struct Device {
        let courier: Courier
        var parked: CheckedContinuation<WireNotification?, Never>?
        var parkedSince: Int64 = 0
        var lastSeen: Int64
        var pending: [Place: WireNotification] = [:]
        var order: [Place] = []
    }

    /// What several notices have in common that can be told as one.
    private struct Place: Hashable {
        let subscription: String
        let zone: String
    }

    private let surroundings: Surroundings
    private var known: [String: Device] = [:]
    private var byDatabase: [DatabaseKey: Set<String>] = [:]
    private var isClosed = false

    /// No devices yet.
    public init(surroundings: Surroundings) {
        self.surroundings = surroundings
    }

    /// How many requests are parked.
    public var parkedCount: Int {
        known.values.count { $0.parked != nil }
    }

    /// The databases of which devices want to hear.
    var databases: Set<DatabaseKey> {
        Set(byDatabase.keys)
    }

    /// Waits for a notice; nil if there was none for a long time, or if another request of the device took over.
    func next(for courier: Courier) async -> WireNotification? {
        if isClosed { return nil }
        let now = surroundings.now()
        var device = known[courier.token] ?? enter(courier, now)
        device.lastSeen = now
        let before = device.parked
        device.parked = nil
        if let place = device.order.first {
            device.order.removeFirst()
            let notice = device.pending.removeValue(forKey: place)
            known[courier.token] = device
            before?.resume(returning: nil)
            return notice
        }
        known[courier.token] = device
        before?.resume(returning: nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { park($0, courier.token, now) }
        } onCancel: {
            Task { await self.leave(courier.token) }
        }
    }

    /// Keeps notices for a device that has not waited yet; one that is known stays as it is.
    func expect(_ courier: Courier) {
        guard byDatabase[courier.database, default: []].count < Self.expectedDevices else { return }
        if known[courier.token] == nil { known[courier.token] = enter(courier, surroundings.now()) }
    }

    /// Tells those concerned; the device that made a change is not among them.
    func publish(_ hints: [ChangeHint]) {
        for hint in hints {
            let place = Place(subscription: hint.subscription.id, zone: hint.zone)
            for token in byDatabase[hint.database] ?? [] {
                guard var device = known[token], device.courier.deviceID != hint.deviceID else { continue }
                let notice = hint.notification(id: surroundings.uuid())
                if let parked = device.parked {
                    device.parked = nil
                    known[token] = device
                    parked.resume(returning: notice)
                } else {
                    Self.keep(notice, place, in: &device)
                    known[token] = device
                }
            }
        }
    }

    /// Answers requests that have been parked for long, and forgets devices that have gone.
    func sweep() {
        let now = surroundings.now()
        for (token, device) in known {
            if device.parked != nil {
                if now - device.parkedSince > Self.parkedMilliseconds { release(token) }
            } else if now - device.lastSeen > Self.absenceMilliseconds {
                forget(token)
            }
        }
    }

    /// Answers all parked requests, and parks no more: the server is about to stop.
    func close() {
        isClosed = true
        for token in known.keys { release(token) }
    }

    private func enter(_ courier: Courier, _ now: Int64) -> Device {
        if known.count >= Self.devices, let oldest = known.min(by: { $0.value.lastSeen < $1.value.lastSeen })?.key {
            release(oldest)
            forget(oldest)
        }
        byDatabase[courier.database, default: []].insert(courier.token)
        return Device(courier: courier, lastSeen: now)
    }

    private func park(_ continuation: CheckedContinuation<WireNotification?, Never>, _ token: String, _ now: Int64) {
        guard !isClosed, !Task.isCancelled, known[token] != nil else { return continuation.resume(returning: nil) }
        known[token]?.parked = continuation
        known[token]?.parkedSince = now
    }

    private func leave(_ token: String) {
        release(token)
    }

    private func release(_ token: String) {
        guard let parked = known[token]?.parked else { return }
        known[token]?.parked = nil
        known[token]?.lastSeen = surroundings.now()
        parked.resume(returning: nil)
    }

    private func forget(_ token: String) {
        guard let device = known.removeValue(forKey: token) else { return }
        byDatabase[device.courier.database]?.remove(token)
        if byDatabase[device.courier.database]?.isEmpty == true { byDatabase[device.courier.database] = nil }
    }

    private static func keep(_ notice: WireNotification, _ place: Place, in device: inout Device) {
        if device.pending.updateValue(notice, forKey: place) != nil { return }
        guard device.order.count < pending else {
            device.pending[place] = nil
            return
        }
        device.order.append(place)
    }
}

extension ChangeHint {
    /// The hint as devices get it.
    fileprivate func notification(id: String) -> WireNotification {
        let zoneID = WireZoneID(zoneName: zone)
        let notice = WireChangeNotice(database: database.scope, zoneID: zoneID, subscriptionID: subscription.id)
        let event: WireNotification.Event =
            switch subscription.subscription.subscriptionType {
            case .some(.query): .query(notice)
            case .some(.database): .database(notice)
            default: .zone(notice)
            }
        var notification = WireNotification(
            containerIdentifier: database.container,
            notificationID: id,
            event: event
        )
        let info = subscription.subscription.notificationInfo
        if info?.alertBody != nil || info?.alertLocalizationKey != nil {
            notification.alert = WireAlert(
                body: info?.alertBody,
                localizationKey: info?.alertLocalizationKey,
                localizationArguments: info?.alertLocalizationArgs
            )
        }
        notification.sound = info?.soundName
        return notification
    }
}
