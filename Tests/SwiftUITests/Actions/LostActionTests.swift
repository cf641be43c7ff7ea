import Foundation
import Synchronization
import Testing

@testable import SwiftUI

/// Actions that a page cannot call.
@MainActor
@Suite("Lost actions")
struct LostActionTests {
    private final class Said: Sendable {
        let sentences = Mutex<[String]>([])
    }

    @Test("An action for a hand that moves is told to the author of the app")
    func movingHands() {
        let said = Said()
        Diagnostics.shared.redirect { sentence in said.sentences.withLock { $0.append(sentence) } }
        defer {
            Diagnostics.shared.redirect { sentence in
                try? FileHandle.standardError.write(contentsOf: Data("SwiftUI: \(sentence)\n".utf8))
            }
        }
        _ = Text("dragged").gesture(DragGesture().onChanged { _ in }.onEnded { _ in })
        _ = Text("below the pointer").onHover { _ in }
        let sentences = said.sentences.withLock { $0 }
        #expect(sentences.contains { $0.hasPrefix("A gesture that follows a moving hand has an action.") })
        #expect(sentences.contains { $0.hasPrefix("onHover(perform:) has an action.") })
    }
}
