import AppCommons
import Foundation

/// The service of the user's own systemd that runs the daemon.
struct ServiceUnit {
    let program: String
    let store: String?

    /// The text of the unit.
    var text: String {
        let option = store.map { " --store \(Self.quoted($0))" } ?? ""
        return """
            [Unit]
            Description=AlarmClock: rings alarms
            After=graphical-session.target

            [Service]
            ExecStart=\(Self.quoted(program)) run\(option)
            Restart=always
            RestartSec=2
            # A player that still sounds ends with the daemon.
            KillMode=control-group

            [Install]
            WantedBy=default.target

            """
    }

    /// A word of a command line as systemd reads it.
    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("%", with: "%%")
            .replacing("$", with: "$$")
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
