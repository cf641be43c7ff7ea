import Foundation
import Synchronization

/// Says what an app should know and what need not stop it: each sentence once.
final class Diagnostics: Sendable {
    static let shared = Diagnostics()

    /// How many sentences are remembered.
    private static let limit = 1_000
    private let said = Mutex<Set<String>>([])
    private let sink = Mutex<@Sendable (String) -> Void>({ sentence in
        try? FileHandle.standardError.write(contentsOf: Data("SwiftUI: \(sentence)\n".utf8))
    })

    func report(_ sentence: String) {
        let isNew = said.withLock { $0.count < Self.limit && $0.insert(sentence).inserted }
        if isNew { sink.withLock { $0 }(sentence) }
    }

    /// Sends sentences elsewhere.
    func redirect(to sink: @escaping @Sendable (String) -> Void) { self.sink.withLock { $0 = sink } }
}
