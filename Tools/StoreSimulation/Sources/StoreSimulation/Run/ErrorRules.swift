import SwiftData

/// Which errors a step may throw, and why.
enum ErrorRules {
    /// Milliseconds for which a save waits for a lock, as the documentation has it, less a rounding.
    private static let shortestWait = 9_990.0

    /// What is wrong with an error; nil where there is a reason for it.
    static func objection(to error: any Error, _ fired: [Fault], isLocked: Bool, waited: Double) -> String? {
        guard let error = error as? StoreError else { return "an error of another kind: \(error)" }
        let effects = fired.map(\.effect)
        switch error {
        case .locked:
            let isMet = isLocked || effects.contains { $0.isInterleaving || $0 == .busy }
            guard isMet else { return "locked by nobody" }
            return waited >= shortestWait ? nil : "gave up waiting for a lock after \(waited) ms"
        case .diskFull:
            let isFull = fired.contains { fault in
                fault.effect == .full || fault.effect == .shortWrite
                    || fault.operation == .sharedMemory || fault.operation == .any
            }
            return isFull ? nil : "the disk is not full"
        case .inputOutput, .cannotOpen:
            return effects.contains(where: \.isFailure) ? nil : "no call failed: \(error)"
        default: return "\(error), after \(fired)"
        }
    }
}

extension Effect {
    var isInterleaving: Bool { if case .interleave = self { true } else { false } }

    /// Whether SQLite is told of a failure of the disk, which one that is full is not.
    var isFailure: Bool {
        switch self {
        case .inputOutputError, .shortWrite, .shortRead: true
        default: false
        }
    }
}
