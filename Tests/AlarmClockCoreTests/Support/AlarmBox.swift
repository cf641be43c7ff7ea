import AppCommons
import Foundation
import SwiftData

@testable import AlarmClockCore

/// A folder of its own with a store in it, a clock and an environment; it goes when the test ends.
final class AlarmBox: Sendable {
    let folder: URL
    let isOwner: Bool

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "alarms-\(UUID().uuidString)")
        isOwner = true
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// A box with a store that an older version wrote.
    convenience init(fixture name: String) throws {
        try self.init()
        try put(name, at: folders.storeFile)
    }

    /// Puts a committed store somewhere.
    func put(_ fixture: String, at file: URL) throws {
        guard let found = Bundle.module.url(forResource: fixture, withExtension: "sqlite", subdirectory: "Fixtures")
        else {
            throw CocoaError(.fileNoSuchFile)
        }
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: found, to: file)
    }

    /// The box of another process.
    init(existing folder: URL) {
        self.folder = folder
        isOwner = false
    }

    deinit {
        if isOwner { try? FileManager.default.removeItem(at: folder) }
    }

    var folders: AlarmFolders {
        AlarmFolders(store: "data", variables: [:], homeFolder: folder.path, workingFolder: folder.path)
    }

    func open() throws -> AlarmStore { try AlarmStore.open(folders) }

    func file(_ name: String) -> URL { folder.appending(path: name) }

    /// Writes the defaults of the old app.
    func writeDefaults(
        _ entries: [String: Any],
        as format: PropertyListSerialization.PropertyListFormat = .binary
    ) throws {
        try FileManager.default.createDirectory(at: folders.data, withIntermediateDirectories: true)
        let data = try PropertyListSerialization.data(fromPropertyList: entries, format: format, options: 0)
        try data.write(to: folders.legacyDefaults)
    }

    func defaults() throws -> [String: Any] {
        let data = try Data(contentsOf: folders.legacyDefaults)
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        return list as? [String: Any] ?? [:]
    }

    func migration(
        of defaults: URL? = nil,
        atStep: @escaping @Sendable (String) -> Void = { _ in }
    ) -> MigrationManager {
        MigrationManager(
            defaults: defaults ?? folders.legacyDefaults,
            zone: Self.zone,
            makeID: { UUID() },
            atStep: atStep
        )
    }

    /// The zone in which old times were read.
    static var zone: ZoneTable { (try? ZoneDatabase.fixtures.zone("Asia/Taipei")) ?? .gmt }
}

/// Alarms as the old app wrote them.
enum LegacySamples {
    static func alarm(_ number: Int, time: Double = 600_000_000) -> [String: Any] {
        [
            "id": id(number).uuidString, "time": time + Double(number * 60), "label": "alarm \(number)",
            "isEnabled": number % 2 == 0, "repeatDays": Array(Set([number % 7 + 1, (number + 3) % 7 + 1])).sorted(),
            "sound": "默认", "snoozeEnabled": true, "vibrationEnabled": false,
        ]
    }

    static func id(_ number: Int) -> UUID {
        UUID(
            uuid: (
                1, 2, 3, 4, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, UInt8(number >> 16 & 255), UInt8(number >> 8 & 255),
                UInt8(number & 255)
            )
        )
    }

    static func json(_ alarms: [Any]) throws -> Data { try JSONSerialization.data(withJSONObject: alarms) }
}
