import Foundation
import Testing

@testable import SwiftUI

/// What `AppStorage` keeps comes back as it was.
@Suite("File of the settings")
struct SettingsFileTests {
    private func file(_ text: String? = nil) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "settings-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "settings.json")
        if let text { try Data(text.utf8).write(to: file) }
        return file
    }

    private func read<Value>(_ key: String, _ form: StoredForm<Value>, _ file: URL) -> Value? {
        SettingsFile(file).box(key).peek.flatMap(form.read)
    }

    @Test("A text stays a text, however it begins", arguments: ["data:base64,QQ==", "data:base64,", "data:", "", "{}"])
    func texts(_ text: String) throws {
        let file = try file()
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let settings = SettingsFile(file)
        settings.box("text").value = .text(text)
        #expect(settings.all == ["text": .text(text)])
        #expect(SettingsFile(file).all == ["text": .text(text)])
        #expect(read("text", StoredForm<String>.text, file) == text)
    }

    @Test("A number that JSON cannot say is kept, and with it all others")
    func numbers() throws {
        let file = try file()
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        let settings = SettingsFile(file)
        settings.box("most").value = .real(.infinity)
        settings.box("least").value = .real(-.infinity)
        settings.box("none").value = .real(.nan)
        settings.box("half").value = .real(0.5)
        settings.box("name").value = .text("Kite")
        #expect(settings.all.count == 5)
        #expect(read("most", StoredForm<Double>.real, file) == .infinity)
        #expect(read("least", StoredForm<Double>.real, file) == -.infinity)
        #expect(read("none", StoredForm<Double>.real, file)?.isNaN == true)
        #expect(read("half", StoredForm<Double>.real, file) == 0.5)
        #expect(read("name", StoredForm<String>.text, file) == "Kite")
    }

    @Test("A page keeps such values of its scene, too")
    func scenes() {
        let store = SceneStorageStore(nil)
        store.box("most").value = .real(.infinity)
        store.box("text").value = .text("data:base64,QQ==")
        #expect(SceneStorageStore(store.text).all == ["most": .real(.infinity), "text": .text("data:base64,QQ==")])
    }

    @Test("Files of before are read as they were meant")
    func filesOfBefore() throws {
        let file = try file(
            #"""
            {"data":"data:base64,QQ==","flag":true,"list":["a"],"number":3,"real":0.5,"text":"Kite",
             "address":"https://ideas.example","odd":"data:base64,no data"}
            """#
        )
        defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
        #expect(read("data", StoredForm<Data>.data, file) == Data("A".utf8))
        #expect(read("data", StoredForm<String>.text, file) == "data:base64,QQ==", "where the app wrote it as a text")
        #expect(read("flag", StoredForm<Bool>.bool, file) == true)
        #expect(read("number", StoredForm<Int>.whole, file) == 3)
        #expect(read("real", StoredForm<Double>.real, file) == 0.5)
        #expect(read("text", StoredForm<String>.text, file) == "Kite")
        #expect(read("address", StoredForm<URL>.url, file) == URL(string: "https://ideas.example"))
        #expect(read("odd", StoredForm<String>.text, file) == "data:base64,no data")
        #expect(SettingsFile(file).all["list"] == .list(["a"]))
    }
}
