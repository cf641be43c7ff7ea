import Foundation
import Testing

@testable import AlarmClockCore

@Suite("Where the files are")
struct AlarmFoldersTests {
    private func socket(_ variables: [String: String], runtimeFolder: String?, store: String? = nil) -> String {
        let folders = AlarmFolders(
            store: store,
            variables: variables,
            homeFolder: "/home/anna",
            workingFolder: "/",
            runtimeFolder: runtimeFolder
        )
        return folders.socket.path
    }

    @Test("Without XDG_RUNTIME_DIR the daemon is looked for where that of the session listens, if there is one")
    func runtime() {
        let session = "/run/user/1000"
        let own = "/home/anna/.local/state/alarmclock/alarmclock.sock"
        #expect(socket([:], runtimeFolder: session) == "/run/user/1000/alarmclock/alarmclock.sock")
        #expect(socket([:], runtimeFolder: nil) == own)
        #expect(socket(["XDG_RUNTIME_DIR": "/tmp/r"], runtimeFolder: session) == "/tmp/r/alarmclock/alarmclock.sock")
        // What is said of it and is no folder is no reason to look elsewhere.
        for word in ["", "r"] { #expect(socket(["XDG_RUNTIME_DIR": word], runtimeFolder: session) == own) }
        #expect(socket([:], runtimeFolder: session, store: "/a") == "/a/device/alarmclock.sock")
    }

    @Test("The folder of the session is one that is there, and the user's own")
    func session() throws {
        let box = try AlarmBox()
        let user = getuid()
        let root = box.folder.path
        #expect(AlarmFolders.runtimeFolder(of: user, under: root) == nil)
        let folder = box.file("\(user)")
        try Data().write(to: folder)
        #expect(AlarmFolders.runtimeFolder(of: user, under: root) == nil, "a file")
        try FileManager.default.removeItem(at: folder)
        for name in ["\(user)", "\(user + 1)"] {
            try FileManager.default.createDirectory(at: box.file(name), withIntermediateDirectories: true)
        }
        #expect(AlarmFolders.runtimeFolder(of: user, under: root) == folder.path)
        #expect(AlarmFolders.runtimeFolder(of: user + 1, under: root) == nil, "another's")
    }
}
