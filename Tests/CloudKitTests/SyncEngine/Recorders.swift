import Foundation
import Synchronization

@testable import CloudKit

/// States as they were told, each with the number of notes that the app had then.
final class StateLog: Sendable {
    private let states = Mutex<[(Data, Int)]>([])

    var all: [(Data, Int)] { states.withLock { $0 } }

    func add(_ update: CKSyncEngine.Event.StateUpdate, seen: Int) {
        if let data = try? JSONEncoder().encode(update.stateSerialization) {
            states.withLock { $0.append((data, seen)) }
        }
    }
}

/// Codes of errors, in order.
final class Codes: Sendable {
    private let codes = Mutex<[CKError.Code?]>([])

    var all: [CKError.Code?] { codes.withLock { $0 } }

    func add(_ code: CKError.Code?) {
        codes.withLock { $0.append(code) }
    }
}
