import Foundation
import TestSupport

extension TestedCommand {
    static let alarmclock = TestedCommand(
        "alarmclock",
        // Without a runtime folder of the session: no test speaks to a daemon that is not its own.
        environment: ["PATH": "/nowhere", "TZ": "Asia/Taipei", "TZDIR": ZoneFiles.folder, "XDG_RUNTIME_DIR": ""],
        fleeting: [
            Fleeting(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z/, "<date>"),
            Fleeting(/[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}/, "<moment>"),
            // How long until an alarm, and how long something took, is another time each time.
            Fleeting(/[0-9]+ (?:小時|分鐘|天|小时|分钟|h\b|min\b|d\b)/, "<length>"),
            Fleeting(/<length> <length>/, "<length>"),
            Fleeting(/[0-9.]+ (?:ms|毫秒)/, "<time>"),
        ]
    )
}

extension CommandBox {
    /// A home of its own for the command.
    convenience init() throws { try self.init(.alarmclock) }

    static var executable: URL { TestedCommand.alarmclock.executable }

    /// Adds an alarm and answers its id.
    func add(_ time: String, _ more: String...) throws -> String {
        let answer = try run(arguments: ["add", time, "--json"] + more)
        let object = try JSONSerialization.jsonObject(with: Data(answer.out.utf8)) as? [String: Any]
        return object?["id"] as? String ?? "no id in \(answer)"
    }
}

extension ServerBox {
    /// A server for the app, with an account for each name.
    convenience init(_ names: String...) throws {
        try self.init(names, container: "iCloud.com.buildwithharry.AlarmClock")
    }
}

extension Transcript {
    init() { self.init(.alarmclock) }
}
