import SwiftData

/// Version 1.2.0, the present one: what ringing needs.
///
/// ``RingState`` is kept in a store of its own.
enum AlarmSchemaV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 2, 0)
    static var models: [any PersistentModel.Type] { travelling + [RingState.self] }

    /// What all devices of a person share.
    static var travelling: [any PersistentModel.Type] { [Alarm.self, AlarmRepeat.self, AlarmTemplate.self] }
}
