import AppCommons
import Foundation
import Testing

@testable import AlarmClockCore

/// What is said of the service that rings.
@Suite("The service of the user")
struct ServiceTests {
    private let command: SpokenCommand
    private let desktop: FakeDesktop
    private let lingering: Lingering

    init() throws {
        command = try SpokenCommand(at: "2026-11-22T12:00:00Z", in: "Asia/Taipei")
        desktop = try FakeDesktop()
        lingering = Lingering(user: "HOME\\anna", folder: command.box.file("linger").path)
        let wanted = command.box.folders.serviceLink
        let enable = """
            /bin/mkdir -p '\(wanted.deletingLastPathComponent().path)' && \
            /bin/ln -sf '\(command.box.folders.serviceFile.path)' '\(wanted.path)'
            """
        try desktop.install("systemctl", "[ \"$2\" != enable ] || { \(enable); }")
    }

    private func run(_ request: CommandRequest, language: String = "C") async -> SpokenCommand.Answer {
        let extra = ["PATH": desktop.variables["PATH"] ?? "", "LC_ALL": language]
        return await command.run(request, extra: extra, lingering: lingering)
    }

    /// As “loginctl enable-linger” does.
    private func linger() throws {
        let folder = command.box.file("linger")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: "\(folder.path)/HOME\\\\anna", contents: nil))
    }

    @Test("It is started anew, so that none goes on with an older program or another store")
    func restart() async throws {
        #expect(await run(.install).status == .done)
        let unit = "alarmclock.service"
        #expect(
            try desktop.asked("systemctl") == [
                ["--user", "daemon-reload"], ["--user", "enable", unit], ["--user", "restart", unit],
            ]
        )
    }

    @Test("That it ends when its user logs out is said by install and by the doctor, with the command that changes it")
    func lingers() async throws {
        let before = await run(.doctor(json: false))
        #expect(!before.out.contains("loginctl"), "nothing is installed yet")
        for language in ["C", "zh_TW.UTF-8", "zh_CN.UTF-8"] {
            let installed = await run(.install, language: language)
            #expect(installed.status == .done && installed.messages.count == 1, "\(installed)")
            #expect(installed.messages.first?.hasSuffix("loginctl enable-linger") == true, "\(installed)")
            let doctor = await run(.doctor(json: false), language: language)
            #expect(doctor.out.contains("loginctl enable-linger\n"), "\(doctor)")
        }
        #expect(await run(.doctor(json: true)).out.contains("\"serviceInstalled\":true,\"lingering\":false"))
        try linger()
        #expect(await run(.install).messages.isEmpty)
        #expect(await run(.doctor(json: false)).out.contains("loginctl") == false)
        #expect(await run(.doctor(json: true)).out.contains("\"lingering\":true"))
    }
}
