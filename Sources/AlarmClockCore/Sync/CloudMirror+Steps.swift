import SwiftData

extension CloudMirror {
    /// Does something beside what happens by itself.
    ///
    /// - Throws: `CloudMirrorProblem`, and what the store throws.
    func perform(_ step: SyncStep) async throws {
        switch step {
        case .exchange: try await caughtUp()
        case .uploadAgain: try await uploadAgain()
        case .adoptAccount: try await adoptCurrentAccount()
        }
    }
}
