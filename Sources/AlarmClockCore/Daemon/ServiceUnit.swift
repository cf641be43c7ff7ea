import AppCommons
import Foundation

/// The service of the user's own systemd that runs the daemon.
///
/// It rings from the folders in which the commands of whoever installs it find the alarms: systemd knows nothing of what
/// their shell says of folders.
struct ServiceUnit {
    /// What brings the service with it at each login.
    static let target = "default.target"
    /// What the shell may say of folders.
    private static let folderVariables = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"]

    private let program: String
    private let store: String?
    private let variables: [(name: String, value: String)]

    /// The service that runs a program over the folders of the surroundings.
    init(_ folders: AlarmFolders, in surroundings: Surroundings) {
        program = surroundings.programPath
        store = folders.isNamed ? folders.data.path : nil
        variables = Self.folderVariables.compactMap { name in
            surroundings.variables[name].flatMap { $0.hasPrefix("/") ? (name, $0) : nil }
        }
    }

    /// The text of the unit.
    var text: String {
        let option = store.map { " --store \(Self.quoted($0))" } ?? ""
        let folders = variables.map { "Environment=\(Self.escaped("\($0.name)=\($0.value)"))\n" }.joined()
        return """
            [Unit]
            Description=AlarmClock: rings alarms
            After=graphical-session.target

            [Service]
            \(folders)ExecStart=\(Self.quoted(program)) run\(option)
            Restart=always
            RestartSec=2
            # A player that still sounds ends with the daemon.
            KillMode=control-group

            [Install]
            WantedBy=\(Self.target)

            """
    }

    /// A word of a command line as systemd reads it.
    private static func quoted(_ text: String) -> String { escaped(text.replacing("$", with: "$$")) }

    /// A word of any other setting as systemd reads it.
    private static func escaped(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
        return "\"\(escaped)\""
    }

    /// Writes the unit in one step.
    ///
    /// - Throws: `FileFailure`.
    func write(to file: URL, draft: UUID) throws {
        try POSIXFiles.makeFolder(file.deletingLastPathComponent(), mode: 0o755)
        let new = URL(filePath: "\(file.path).\(draft.uuidString)")
        do {
            try POSIXFiles.writeNew(Data(text.utf8), to: new.path, mode: 0o644)
            try POSIXFiles.rename(new, to: file)
        } catch {
            try? FileManager.default.removeItem(at: new)
            throw error
        }
    }
}

/// Whether the services of a user run on after they have logged out everywhere.
///
/// systemd ends them then, unless the user asks for it: for each who did there is a file of their name.
package struct Lingering: Sendable {
    /// What a user types to ask for it.
    static let command = "loginctl enable-linger"
    private let file: String

    /// What the folder says of a user; of that of this process where none is named.
    package init(user: String = NSUserName(), folder: String = "/var/lib/systemd/linger") {
        // As systemd writes the names of users of a Windows domain.
        file = "\(folder)/\(user.replacing("\\", with: "\\\\"))"
    }

    /// Whether the user asked for it.
    var isOn: Bool { POSIXFiles.kind(file) == .file }
}
