/// What a run is about: every fifth one is about mirroring.
package enum RunKind: String, CaseIterable, Sendable {
    /// IdeaBox, which syncs by rules of its own.
    case ideaBox = "ideabox"
    /// A library whose stores are mirrored by SwiftData.
    case mirroring

    /// The kind of a seed's run.
    package init(seed: UInt64) { self = seed % 5 == 4 ? .mirroring : .ideaBox }

    /// Whether mirroring works by itself in a seed's run about it: in every second one.
    static func isAutomatic(seed: UInt64) -> Bool { seed % 10 == 9 }

    /// Whether devices have AlarmClock beside IdeaBox in a seed's run: in every tenth one.
    static func hasAlarms(seed: UInt64) -> Bool { seed % 10 == 7 }

    /// The zone in which its records are.
    var zone: String { self == .ideaBox ? "_defaultZone" : "SwiftData" }

    /// Opens the app of a device.
    func open(_ device: SimulatedDevice, _ account: Int, _ life: Life, _ box: ClientBox) throws -> any SimulatedApp {
        switch self {
        case .ideaBox: try IdeaBoxApp(device, account, life, box)
        case .mirroring: try MirrorApp(device, life, box)
        }
    }
}
