import AlarmClockCore
import CloudKit
import Foundation
import SwiftData

/// AlarmClock beside IdeaBox on one device: its real store, which SwiftData mirrors into a zone of the same account.
final class AlarmApp: SimulatedApp, @unchecked Sendable {
    let device: SimulatedDevice
    let mirror: CloudMirror
    private let store: AlarmStore
    private let syncs: MirrorSyncs
    private let cloud: CKContainer

    /// The zone of its records, beside that of IdeaBox.
    static let zone = RunKind.mirroring.zone

    var modelContainer: ModelContainer { store.container }

    init(_ device: SimulatedDevice, _ life: Life, _ box: ClientBox) throws {
        self.device = device
        let transport = NetworkTransport(network: device.world.network, client: box, account: 0)
        let cloud = device.cloudContainer(0, transport)
        self.cloud = cloud
        let folders = AlarmFolders(
            store: "alarms",
            variables: [:],
            homeFolder: device.folder.path,
            workingFolder: device.folder.path
        )
        store = try AlarmStore.open(folders, database: SimulatedServer.container) { options in
            options.use(device, life)
            options.container = cloud
            options.isAutomatic = false
        }
        guard let mirror = store.container.cloudMirror else { throw NotMirrored() }
        self.mirror = mirror
        syncs = MirrorSyncs(mirror, device.world, box)
    }

    func sync(sendsOnly: Bool) async throws { try await syncs.sync(sendsOnly: sendsOnly) }

    func word(of error: any Error) -> String? { MirrorSyncs.word(of: error) }

    /// The status says what was, and who has nothing to send shows no label that the service never had.
    func judge(_ error: (any Error)?) throws -> [Violation] {
        func violation(_ words: String) -> Violation {
            Violation(.honestStatus, "alarms on d\(device.number): \(words)")
        }
        if let words = syncs.lie() { return [violation(words)] }
        guard error == nil, syncs.hasNothingToSend else { return [] }
        let heard = device.world.books.alarms.heard
        return try graph().objects.compactMapValues { $0["label"] }.sorted { $0.key < $1.key }
            .filter { !heard.contains("label \($0.value)") }
            .map { violation("has nothing to send, and the service never had \($0.key) \($0.value)") }
    }

    func drawAction() throws -> PersonAction? { try AlarmPerson(world: device.world, app: self).drawAction() }

    func perform(_ action: PersonAction) throws {
        syncs.edited()
        try AlarmPerson(world: device.world, app: self).perform(action)
    }

    func confirm(after error: (any Error)?) throws {}

    /// Alarms are the first account's, and no other one is shown where there are some.
    func accountChanged() {}

    func signOut() { cloud.signOut() }

    func unrest() throws -> String? { syncs.unrest().map { "alarms: \($0)" } }

    /// What the store shows now.
    func graph() throws -> Graph {
        var graph = Graph()
        for alarm in try ModelContext(modelContainer).fetch(FetchDescriptor<Alarm>()) {
            graph.add(
                device.world.alarmKey(alarm.id),
                [
                    "label": alarm.label, "minutes": "\(ClockTime(showing: alarm.time, in: .gmt).minutes)",
                    "enabled": "\(alarm.isEnabled)", "days": "\(alarm.repeatDays.map(\.weekday).sorted())",
                ]
            )
        }
        return graph
    }
}
