import Testing

@testable import SwiftUI

/// What prepares previews has Apple's shape: nothing here calls it, but source has it.
@MainActor
@Suite struct PreviewModifierTests {
    @Test func aModifierMayShareSomething() async throws {
        let shared = try await SharedWords.makeSharedContext()
        let page = TestPage {
            SharedWords().body(content: PreviewModifierContent(view: AnyView(Text("own"))), context: shared)
        }
        #expect(page.text.contains("own"))
        #expect(page.text.contains("shared"))
    }

    @Test func aModifierMayShareNothing() async throws {
        try await WideMargins.makeSharedContext()
        let page = TestPage {
            WideMargins().body(content: PreviewModifierContent(view: AnyView(Text("own"))), context: ())
        }
        #expect(page.text.contains("own"))
    }
}
