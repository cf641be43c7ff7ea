import Foundation
import Testing
import WebHost

@testable import SwiftUI

private struct Speaking: View {
    @State private var asks = true
    let moment = Date(timeIntervalSinceReferenceDate: 0)
    var body: some View {
        NavigationStack {
            List(0..<150) { Text("\($0)") }
                .navigationTitle("T")
                .searchable(text: .constant(""))
                .toolbar { EditButton() }
                .confirmationDialog("?", isPresented: $asks) { Button("x") {} }
        }
    }
}

private struct Pushed: View {
    @State private var path = [1]
    var body: some View {
        TabView {
            NavigationStack(path: $path) {
                Text("a")
                    .navigationTitle("T")
                    .navigationDestination(for: Int.self) { _ in
                        Stepper("cups", value: .constant(1))
                            .toolbar { ToolbarItemGroup { ForEach(0..<2) { Button("\($0)") {} } } }
                    }
            }
            .tabItem { Text("t") }
        }
    }
}

/// The framework's own words, in the reader's language.
@MainActor
@Suite struct OwnWordTests {
    private func text(_ languages: [String]) -> String {
        let page = TestPage(ClientEnvironment(languages: languages, width: 390)) { Speaking() }
        let names = page.nodes.compactMap { $0.attributes[.ariaLabel] ?? $0.attributes[.placeholder] }
        return page.text + "|" + names.joined(separator: "|")
    }

    @Test(arguments: [
        (["en"], ["Cancel", "Show more (50 remaining)", "Search", "Edit"]),
        (["zh-TW"], ["取消", "顯示更多（還有 50 項）", "搜尋", "編輯"]),
        (["zh-Hant-HK"], ["取消", "顯示更多（還有 50 項）", "搜尋", "編輯"]),
        (["zh-CN"], ["取消", "显示更多（还有 50 项）", "搜索", "编辑"]),
        (["zh"], ["显示更多（还有 50 项）"]),
        (["fr", "zh-Hant"], ["搜尋"]),
        (["fr"], ["Search"]),
        (["en-GB", "zh-TW"], ["Search"]),
    ])
    func wordsFollowTheLanguages(_ languages: [String], _ expected: [String]) {
        let text = text(languages)
        for word in expected { #expect(text.contains(word)) }
    }

    /// What is only heard: the names of bars, the way back, the halves of a stepper.
    @Test(arguments: [
        ("en", ["Back to T", "Toolbar", "Tabs", "Increment cups", "Decrement cups"]),
        ("zh-TW", ["返回“T”", "工具列", "標籤頁", "增加 cups", "減少 cups"]),
        ("zh-CN", ["返回“T”", "工具栏", "标签页", "增加 cups", "减少 cups"]),
    ])
    func namesForReadersFollowTheLanguage(_ language: String, _ expected: [String]) {
        let page = TestPage(ClientEnvironment(languages: [language], width: 390)) { Pushed() }
        let names = Set(page.nodes.compactMap { $0.attributes[.ariaLabel] })
        for name in expected { #expect(names.contains(name), "\(name) in \(names)") }
    }

    @Test func aLocaleOfTheViewsCountsFirst() {
        let page = TestPage {
            ContentUnavailableView.search(text: "鳶").environment(\.locale, Locale(identifier: "zh-Hant"))
        }
        #expect(page.text.contains("找不到“鳶”"))
    }

    @Test func spansOfTimeAreSaid() {
        func words(_ seconds: TimeInterval, _ language: String) -> String {
            var values = EnvironmentValues()
            values.languages = [language]
            return ElapsedTime.words(seconds, values)
        }
        #expect(words(7_500, "en") == "2 hr, 5 min")
        #expect(words(90_000, "en") == "1 day, 1 hr")
        #expect(words(180_000, "en") == "2 days, 2 hr")
        #expect(words(0, "en") == "0 sec")
        #expect(words(7_500, "zh-Hant") == "2小時5分鐘")
        #expect(words(7_500, "zh-Hans") == "2小时5分钟")
    }
}
