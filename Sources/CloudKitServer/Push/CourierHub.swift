import CloudKitWebServices

/// What a device's request came to: a notice, or nothing for now.
typealias CourierOutcome = Result<WireNotification?, ServiceFault>

/// Devices that wait to be told of changes, each in one parked request.
///
/// A notice is a hint and nothing more. So everything here is in memory and bounded, and what does not fit is dropped.
/// A device that is not known here may have missed some: another process knew it, or this one had no room for it. Its
/// first request is answered at once by a notice of its database that names no subscription, so that it fetches.
public actor CourierHub {
    /// Devices that are known at a time.
    ///
    /// Another one takes the place of the one of its own database that was not heard of for longest, of those that wait for
    /// nothing; where there is none, it is refused.
    static let devices = 50_000
    /// Devices of one database that are known at a time.
    static let devicesPerDatabase = 10_000
    /// After so many seconds a device that was not let in may try again.
    static let retrySeconds: Double = 60
    /// Devices of one database up to which one that has not waited yet is let in.
    static let expectedDevices = 200
    /// Notices that wait for one device.
    static let pending = 64
    /// How long a request is parked, in milliseconds; then it is answered with nothing.
    static let parkedMilliseconds: Int64 = 10 * 60 * 1_000
    /// How long notices wait for a device that does not ask, in milliseconds.
    static let absenceMilliseconds: Int64 = 2 * 60 * 1_000

    /// A request that waits.
    private struct Parked {
        let wait: CourierWait
        let since: Int64
        let deliver: @Sendable (CourierOutcome) -> Void
    }

    private struct Device {
        let courier: Courier
        var parked: Parked?
        var lastSeen: Int64
        var pending: [Place: WireNotification] = [:]
        var order: [Place] = []
    }

    /// A device: databases do not share them, though clients may choose the same token.
    fileprivate struct Key: Hashable {
        let database: DatabaseKey
        let token: String

        init(_ courier: Courier) {
            (database, token) = (courier.database, courier.token)
        }
    }

    /// What several notices have in common that can be told as one.
    private struct Place: Hashable {
        let subscription: String
        let zone: String
        /// The record; nil where a notice names none.
        let record: String?
    }

    private let surroundings: Surroundings
    private let devices: Int
    private let devicesPerDatabase: Int
    private let isSignedIn: @Sendable (Courier) async -> Bool
    private var known: [Key: Device] = [:]
    private var byDatabase: [DatabaseKey: Set<Key>] = [:]
    private var isClosed = false

    /// No devices yet.
    ///
    /// - Parameters:
    ///   - surroundings: The clock, and the names of notices.
    ///   - devices: How many are known at a time.
    ///   - devicesPerDatabase: How many of them may be of one database.
    ///   - isSignedIn: Whether the sign-in goes on with which a device waits.
    init(
        surroundings: Surroundings,
        devices: Int = CourierHub.devices,
        devicesPerDatabase: Int = CourierHub.devicesPerDatabase,
        isSignedIn: @escaping @Sendable (Courier) async -> Bool
    ) {
        self.surroundings = surroundings
        self.devices = devices
        self.devicesPerDatabase = devicesPerDatabase
        self.isSignedIn = isSignedIn
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
    ///
    /// - Throws: `TRY_AGAIN_LATER`, if as many devices as can be known are those of others, or wait.
    func next(for courier: Courier) async throws(ServiceFault) -> WireNotification? {
        let wait = CourierWait()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                park(courier, wait) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            Task { await self.giveUp(wait) }
        }
        return try outcome.get()
    }

    /// Has somebody told of a notice, or that there was none for now, or that there is no place; once, perhaps at once.
    ///
    /// A closure, so that no task need stay with each device that waits.
    func park(_ courier: Courier, _ wait: CourierWait, _ deliver: @escaping @Sendable (CourierOutcome) -> Void) {
        if isClosed || wait.isOver { return deliver(.success(nil)) }
        let (key, now) = (Key(courier), surroundings.now())
        let isKnown = known[key] != nil
        guard var device = known[key] ?? enter(courier, now) else {
            let reason = "at most \(devices) devices can wait here"
            let full = WireError(.tryAgainLater, reason: reason, retryAfter: Self.retrySeconds)
            return deliver(.failure(ServiceFault(full)))
        }
        device.lastSeen = now
        let before = device.parked
        device.parked = nil
        if !isKnown {
            known[key] = device
            deliver(.success(catchUpNotice(for: courier)))
        } else if let place = device.order.first {
            device.order.removeFirst()
            let notice = device.pending.removeValue(forKey: place)
            known[key] = device
            deliver(.success(notice))
        } else {
            wait.key = key
            device.parked = Parked(wait: wait, since: now, deliver: deliver)
            known[key] = device
        }
        before?.deliver(.success(nil))
    }

    /// What a device gets that may have missed notices: something in its database may have changed.
    private func catchUpNotice(for courier: Courier) -> WireNotification {
        WireNotification(
            containerIdentifier: courier.database.container,
            notificationID: surroundings.uuid(),
            event: .database(WireChangeNotice(database: courier.database.scope))
        )
    }

    /// Ends a wait, which is answered with nothing; also one that has yet to begin.
    func giveUp(_ wait: CourierWait) {
        wait.isOver = true
        if let key = wait.key, known[key]?.parked?.wait === wait { release(key) }
    }

    /// Keeps notices for a device that has not waited yet; one that is known stays as it is.
    func expect(_ courier: Courier) {
        guard byDatabase[courier.database, default: []].count < Self.expectedDevices else { return }
        let key = Key(courier)
        if known[key] == nil { known[key] = enter(courier, surroundings.now()) }
    }

    /// Tells those concerned; the device that made a change is not among them, if it said which one it is.
    func publish(_ hints: [ChangeHint]) async {
        for audience in Set(hints.map(\.audience)) { await dismissSignedOut(of: audience) }
        for hint in hints {
            let record = hint.news?.recordName
            let place = Place(subscription: hint.subscription.id, zone: hint.zone, record: record)
            for key in byDatabase[hint.audience] ?? [] {
                guard var device = known[key] else { continue }
                if let author = hint.deviceID, device.courier.deviceID == author { continue }
                var notice = hint.notification(id: surroundings.uuid())
                if hint.asksForBadge { notice.badge = Self.badge(of: place, device) }
                if let parked = device.parked {
                    device.parked = nil
                    known[key] = device
                    parked.deliver(.success(notice))
                } else {
                    Self.enqueue(notice, place, in: &device)
                    known[key] = device
                }
            }
        }
    }

    /// Lets go of devices whose sign-in has ended since they began to wait; whoever asks again learns why.
    private func dismissSignedOut(of database: DatabaseKey) async {
        var signedIn: [[UInt8]: Bool] = [:]
        for key in byDatabase[database] ?? [] {
            guard let courier = known[key]?.courier else { continue }
            if signedIn[courier.session] == nil { signedIn[courier.session] = await isSignedIn(courier) }
            guard signedIn[courier.session] == false else { continue }
            release(key)
            evict(key)
        }
    }

    /// Answers requests that have been parked for long, and forgets devices that have gone.
    func sweep() {
        let now = surroundings.now()
        for (key, device) in known {
            if let parked = device.parked {
                if now - parked.since > Self.parkedMilliseconds { release(key) }
            } else if now - device.lastSeen > Self.absenceMilliseconds {
                evict(key)
            }
        }
    }

    /// Answers all parked requests, and parks no more: the server is about to stop.
    func close() {
        isClosed = true
        for key in known.keys { release(key) }
    }

    /// Lets a device in; where all is full, in the place of one of its own database that is not waiting.
    ///
    /// A device that waits keeps its place. It would ask again at once, and so displace the next one, and so on.
    ///
    /// - Returns: nil if there is no place.
    private func enter(_ courier: Courier, _ now: Int64) -> Device? {
        let own = byDatabase[courier.database] ?? []
        if known.count >= devices || own.count >= devicesPerDatabase {
            let absent = own.compactMap { key in known[key].flatMap { $0.parked == nil ? (key, $0.lastSeen) : nil } }
            guard let oldest = absent.min(by: { $0.1 < $1.1 }) else { return nil }
            evict(oldest.0)
        }
        byDatabase[courier.database, default: []].insert(Key(courier))
        return Device(courier: courier, lastSeen: now)
    }

    private func release(_ key: Key) {
        guard let parked = known[key]?.parked else { return }
        known[key]?.parked = nil
        known[key]?.lastSeen = surroundings.now()
        parked.deliver(.success(nil))
    }

    private func evict(_ key: Key) {
        guard known.removeValue(forKey: key) != nil else { return }
        byDatabase[key.database]?.remove(key)
        if byDatabase[key.database]?.isEmpty == true { byDatabase[key.database] = nil }
    }

    /// The number of those notices that a device has not got yet and that ask for a badge, with this one; one that
    /// replaces another does not count twice.
    private static func badge(of place: Place, _ device: Device) -> Int {
        device.pending[place]?.badge ?? (device.pending.values.compactMap(\.badge).max() ?? 0) + 1
    }

    private static func enqueue(_ notice: WireNotification, _ place: Place, in device: inout Device) {
        if device.pending.updateValue(notice, forKey: place) != nil { return }
        guard device.order.count < pending else {
            device.pending[place] = nil
            return
        }
        device.order.append(place)
    }
}

extension ChangeHint {
    fileprivate var asksForBadge: Bool {
        subscription.subscription.notificationInfo?.shouldBadge == true
    }

    /// The hint as devices get it, but for the number on the badge, which is the device's own.
    fileprivate func notification(id: String) -> WireNotification {
        let zoneID = WireZoneID(zoneName: zone, ownerRecordName: zoneOwner)
        var notice = WireChangeNotice(database: database.scope, zoneID: zoneID, subscriptionID: subscription.id)
        notice.recordName = news?.recordName
        notice.reason = news?.reason
        notice.additionalFields = news?.additionalFields
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
                localizationArguments: news?.alertArguments ?? info?.alertLocalizationArgs
            )
        }
        notification.sound = info?.soundName
        notification.environmentCode = database.environment == .production ? 1 : 2
        return notification
    }
}

/// One wait of a device, from when it asks until it is answered.
///
/// What it holds is the hub's, and only touched there.
final class CourierWait: @unchecked Sendable {
    fileprivate var isOver = false
    fileprivate var key: CourierHub.Key?
}
