import Foundation
import Synchronization
import Testing
import WebHost

@testable import SwiftUI
@testable import WebHost

private struct Symbols: View {
    var body: some View {
        Button {
        } label: {
            Image(systemName: "plus")
        }
        Button {
        } label: {
            Image(systemName: "trash.fill")
        }
        Button {
        } label: {
            Image(systemName: "square.and.arrow.up")
        }
        Menu {
            Button("Act") {}
        } label: {
            Image(systemName: "folder.badge.plus")
        }
        Image(systemName: "wifi.slash")
    }
}

private struct SymbolLabels: View {
    @State private var isOn = false
    @State private var count = 1
    var body: some View {
        Toggle(isOn: $isOn) {
            Image(systemName: "star")
        }
        Stepper(value: $count) {
            Image(systemName: "heart")
        }
        Button {
        } label: {
            Image(systemName: "plus")
            Image(systemName: "plus.circle")
            Image(systemName: "folder")
        }
    }
}

/// What symbols are called by readers.
@MainActor
@Suite("Names of symbols")
struct SymbolNameTests {
    private func environment(_ language: String) -> EnvironmentValues {
        var values = EnvironmentValues()
        values.languages = [language]
        return values
    }

    @Test("Every symbol with a drawing has a name", arguments: ["en", "zh-Hant", "zh-Hans"])
    func everyDrawingHasAName(_ language: String) {
        let environment = environment(language)
        let symbols = HostIcons.names + IconDrawings.sameAs.keys.sorted()
        #expect(symbols.count > 320)
        #expect(symbols.filter { (SymbolNames.name(of: $0, environment) ?? "").isEmpty } == [])
        let english = self.environment("en")
        let same: Set<String> = ["app", "command", "icloud", "ipad", "iphone", "applewatch", "wifi", "faceid"]
        let latin = symbols.filter { symbol in
            guard language != "en", !symbol.allSatisfy(\.isNumber), !same.contains(symbol) else { return false }
            return SymbolNames.name(of: symbol, environment) == SymbolNames.name(of: symbol, english)
        }
        #expect(latin == [])
    }

    @Test("Every symbol that the screens of the apps name has a name", arguments: ["IdeaBoxUI", "AlarmClockUI"])
    func everySymbolOfTheApps(_ target: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: "Sources/\(target)")
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var symbols: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            symbols.formUnion(text.matches(of: /system(?:Image|Name): "([^"]+)"/).map { String($0.1) })
        }
        #expect(symbols.count > 10)
        #expect(symbols.filter { SymbolNames.name(of: $0, environment("en")) == nil } == [])
    }

    @Test("No symbol has two entries, and each entry has three names")
    func entries() {
        let tables = [
            SymbolNames.actions, SymbolNames.arrows, SymbolNames.people, SymbolNames.media, SymbolNames.writing,
            SymbolNames.time, SymbolNames.places, SymbolNames.things,
        ]
        let lines = tables.flatMap { $0.split(separator: "\n") }
        #expect(SymbolNames.all.count == lines.count)
        #expect(lines.filter { $0.split(separator: "|").count != 4 } == [])
    }

    @Test(
        "Names of variants are made of the plain ones",
        arguments: [
            ("trash.fill", "Delete", "刪除", "删除"), ("plus.circle.fill", "Add", "新增", "添加"),
            ("xmark.circle.fill", "Clear", "清除", "清除"), ("heart.square", "Love", "喜愛", "喜爱"),
            ("1.circle", "1", "1", "1"), ("12.square.fill", "12", "12", "12"), ("a.circle", "A", "A", "A"),
            ("calendar.badge.minus", "Remove Calendar", "移除行事曆", "移除日历"),
            ("tag.badge.plus", "Add Tag", "新增標籤", "添加标签"),
            ("camera.fill.badge.checkmark", "Camera, Done", "相機，完成", "相机，完成"),
            ("phone.slash", "Phone Off", "電話已關閉", "电话已关闭"),
            ("bell.slash.fill", "Notifications Off", "通知已關閉", "通知已关闭"),
            ("lock.icloud", "Locked, iCloud", "已鎖定，iCloud", "已锁定，iCloud"),
        ]
    )
    func variants(_ symbol: String, _ english: String, _ traditional: String, _ simplified: String) {
        #expect(SymbolNames.name(of: symbol, environment("en-GB")) == english)
        #expect(SymbolNames.name(of: symbol, environment("zh-TW")) == traditional)
        #expect(SymbolNames.name(of: symbol, environment("zh-CN")) == simplified)
    }

    @Test(
        "A control that is a symbol is called by its name",
        arguments: [
            ("en", ["Add", "Delete", "Share", "New Folder", "No Wi-Fi"]),
            ("zh-Hant", ["新增", "刪除", "分享", "新增檔案夾", "沒有 Wi-Fi"]),
            ("zh-Hans", ["添加", "删除", "共享", "新建文件夹", "没有无线局域网"]),
        ]
    )
    func controls(_ language: String, _ names: [String]) {
        let page = TestPage(ClientEnvironment(languages: [language], width: 390)) { Symbols() }
        let named = page.nodes.filter { $0.element == .button || $0.attributes[.role] == "img" }
        #expect(named.map { $0.attributes[.ariaLabel] } == names)
    }

    @Test("A control whose label is a symbol is called by its name, and by one of two equal names")
    func labels() {
        let page = TestPage(ClientEnvironment(languages: ["en"], width: 390)) { SymbolLabels() }
        let named = page.nodes.filter { [.button, .input].contains($0.element) }
        #expect(
            named.map { $0.attributes[.ariaLabel] } == [
                "Favorite", "Decrement Love", "Increment Love", "Add, Folder",
            ]
        )
    }

    @Test("A symbol that is not known is called by its words, and the author of the app is told")
    func unknownSymbols() {
        let box = Box()
        Diagnostics.shared.redirect { sentence in box.sentences.withLock { $0.append(sentence) } }
        defer {
            Diagnostics.shared.redirect { sentence in
                try? FileHandle.standardError.write(contentsOf: Data("SwiftUI: \(sentence)\n".utf8))
            }
        }
        let page = TestPage {
            Button {
            } label: {
                Image(systemName: "quux.frobnicated")
            }
        }
        #expect(page.first(.button)?.attributes[.ariaLabel] == "quux frobnicated")
        #expect(
            box.sentences.withLock { $0 }.contains { $0.hasPrefix("The symbol quux.frobnicated has no spoken name") }
        )
    }
}

/// What was said to the author of an app.
private final class Box: Sendable {
    let sentences = Mutex<[String]>([])
}
