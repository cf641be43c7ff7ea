import Foundation
import Testing
import WebHost

@_spi(Hosting) @testable import SwiftUI

/// Where `AppStorage` is kept when an app names the file.
@MainActor
@Suite("Place of the settings")
struct SettingsPlaceTests {
    private struct Switch: View {
        @AppStorage("isOn") private var isOn = false
        var body: some View { Button(isOn ? "on" : "off") { isOn.toggle() } }
    }

    private static func button(of scene: any LiveScene) -> Node? {
        scene.draw().root.all.first { $0.element == .button }
    }

    private static func page(_ source: any SceneSource) -> any LiveScene {
        source.makeScene(for: ClientEnvironment(width: 390), savedState: nil)
    }

    @Test("Two devices of one machine have settings of their own, each for all of its pages")
    func twoDevices() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = ["phone", "laptop"].map { folder.appending(path: "\($0)/settings.json") }
        let sources = files.map { file in makeSceneSource(settings: file) { Switch() } }
        let pages = [sources[0], sources[0], sources[1]].map { Self.page($0) }
        let button = try #require(Self.button(of: pages[0]))
        pages[0].handle(SceneEvent(node: button.id, action: .click))
        #expect(pages.map { Self.button(of: $0)?.words } == ["on", "on", "off"])
        #expect(files.map { FileManager.default.fileExists(atPath: $0.path) } == [true, false])
        // And after the process.
        let later = Self.page(makeSceneSource(settings: files[0]) { Switch() })
        #expect(Self.button(of: later)?.words == "on")
    }
}
