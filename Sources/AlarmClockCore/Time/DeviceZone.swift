import Foundation

/// Finds out which time zone the device is set to, as the system's own programs do, and anew each time: Foundation asks
/// once in the life of a process.
public struct DeviceZone: Sendable {
    private let variables: [String: String]
    private let root: String
    private let database: ZoneDatabase

    /// Looks at the variable `TZ` among `variables`, and at `/etc` below `root`.
    public init(variables: [String: String], root: String = "", database: ZoneDatabase) {
        self.variables = variables
        self.root = root
        self.database = database
    }

    /// The files whose change means that the device may have another zone.
    public static let watchedFiles = ["/etc/localtime", "/etc/timezone"]

    /// The zone now; GMT where the device says nothing that can be understood.
    public func table() -> ZoneTable {
        fromVariable ?? fromLink ?? fromName ?? fromFile ?? .gmt
    }

    private var fromVariable: ZoneTable? {
        guard var text = variables["TZ"] else { return nil }
        if text.hasPrefix(":") { text.removeFirst() }
        if text.isEmpty { return .gmt }
        if let named = try? database.zone(text) { return named }
        if text.hasPrefix("/") { return fromFile(text) }
        return ZoneRule(text).map { rule in
            ZoneTable(identifier: text, firstOffset: rule.offset, changes: rule.changes(after: nil))
        }
    }

    private var fromLink: ZoneTable? {
        let path = URL(filePath: "\(root)/etc/localtime").resolvingSymlinksInPath().path
        guard let mark = path.range(of: "/zoneinfo/") else { return nil }
        var name = String(path[mark.upperBound...])
        for prefix in ["posix/", "right/"] where name.hasPrefix(prefix) { name.removeFirst(prefix.count) }
        return try? database.zone(name)
    }

    private var fromName: ZoneTable? {
        guard let text = ZoneDatabase.contents("\(root)/etc/timezone") else { return nil }
        let name = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        return try? database.zone(name)
    }

    private var fromFile: ZoneTable? { fromFile("\(root)/etc/localtime") }

    private func fromFile(_ path: String) -> ZoneTable? {
        guard let bytes = ZoneDatabase.contents(path) else { return nil }
        return try? ZoneFile.table("localtime", bytes)
    }
}

extension Surroundings {
    /// The clock of the device.
    var deviceZone: ZoneTable { DeviceZone(variables: variables, database: ZoneDatabase(variables: variables)).table() }
}
