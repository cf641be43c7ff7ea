import AppCommons
import Foundation

/// The id of this device.
///
/// It is made at the first change and kept outside the data folder together with a digest of the
/// machine's id, so that a copied or restored home on another machine gets an id of its own.
struct DeviceIdentity: Codable, Equatable {
    let deviceId: String
    let machineDigest: String

    /// Reads the id from the file, or makes one when there is none for this machine.
    ///
    /// Throws when the new one cannot be written: a change must not be stamped with an id that is forgotten at once.
    static func load(from file: URL, in surroundings: Surroundings) throws -> DeviceIdentity {
        let digest = machineDigest(surroundings.machineID())
        if let known = stored(in: file), known.machineDigest == digest, !known.deviceId.isEmpty { return known }
        let fresh = DeviceIdentity(deviceId: surroundings.makeID().text, machineDigest: digest)
        return try fresh.write(to: file, in: surroundings)
    }

    /// The id that this machine has already, if any.
    static func known(in file: URL, _ surroundings: Surroundings) -> String? {
        guard let known = stored(in: file), known.machineDigest == machineDigest(surroundings.machineID()) else {
            return nil
        }
        return known.deviceId
    }

    private static func stored(in file: URL) -> DeviceIdentity? {
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? JSONDecoder().decode(DeviceIdentity.self, from: data)
    }

    private static func machineDigest(_ machineID: String?) -> String {
        let salted = "ideabox device \(machineID ?? "unknown machine")"
        return SHA1.hash(salted.utf8).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Writes a file of its own and links it into place: of two commands that start at once, the first one's id holds.
    private func write(to file: URL, in surroundings: Surroundings) throws -> DeviceIdentity {
        let manager = FileManager.default
        let folder = file.deletingLastPathComponent()
        try manager.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        let draft = folder.appending(path: "device-\(surroundings.makeID().text).draft")
        defer { try? manager.removeItem(at: draft) }
        try JSONEncoder().encode(self).write(to: draft)
        if let other = Self.stored(in: file), other.machineDigest == machineDigest { return other }
        do {
            try manager.linkItem(at: draft, to: file)
        } catch {
            if let other = Self.stored(in: file), other.machineDigest == machineDigest { return other }
            try POSIXFiles.rename(draft, to: file)
        }
        return self
    }
}
