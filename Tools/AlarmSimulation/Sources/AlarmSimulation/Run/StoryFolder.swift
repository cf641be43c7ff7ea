import Foundation

/// The files of one seed: the root of a device, with its zones where systems have them.
final class StoryFolder {
    /// The root of the device.
    let root: String
    /// The folder of its zones.
    let zones: String

    /// An empty root; `name` tells runs apart that go on side by side.
    init(_ name: String) throws {
        let folder = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
        root = folder.path + "/alarm-simulation-\(ProcessInfo.processInfo.processIdentifier)-\(name)"
        zones = root + "/usr/share/zoneinfo"
        remove(root)
        for path in [zones, root + "/etc"] {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
    }

    func remove() { remove(root) }

    /// Puts a zone's file into its place in one step, as packages are updated.
    func writeZone(_ name: String, _ bytes: [UInt8]) throws {
        let path = "\(zones)/\(name)"
        if name.contains("/") {
            try FileManager.default.createDirectory(
                atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]),
                withIntermediateDirectories: true
            )
        }
        try write(bytes, to: path)
    }

    func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path), options: .atomic)
    }

    /// A link in the place of whatever was there.
    func link(_ path: String, to target: String) throws {
        remove(path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
