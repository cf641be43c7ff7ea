import Foundation
import Synchronization
import Testing

@testable import IdeaBoxCore

/// The lock under which ideas are changed.
///
/// In processes of their own: one that another test starts has a copy of each open file until it becomes its program, and holds
/// for that moment what a look at the door has let go.
@Suite("The lock of a store")
struct StoreLockTests {
    @Test("Whoever waits comes before one that lets go and comes again at once")
    func door() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
            let door = URL(filePath: path).appending(path: "door")
            let lock = StoreLock(file: URL(filePath: path).appending(path: "lock"), door: door)
            let order = Mutex<[String]>([])
            let done = DispatchSemaphore(value: 0)
            func stay(_ name: String) { order.withLock { $0.append(name) } }
            for round in 0..<20 {
                try lock.exclusively {
                    stay("sync \(round)")
                    Thread.detachNewThread {
                        try? lock.exclusively { order.withLock { $0.append("person \(round)") } }
                        done.signal()
                    }
                    // Until the other one stands in the door: then it waits for the lock alone.
                    while try StoreLock(file: door).exclusivelyIfFree({}) != nil {}
                }
                try lock.exclusively { stay("sync again \(round)") }
                done.wait()
            }
            let wanted = (0..<20).flatMap { ["sync \($0)", "person \($0)", "sync again \($0)"] }
            try #require(order.withLock { $0 } == wanted)
        }
    }

    @Test("A lock whose file cannot be made lets nobody in, and keeps no door shut")
    func unusable() async throws {
        let folder = try TemporaryFolder()
        await #expect(processExitsWith: .success) { [path = folder.url.path as String] in
            let door = URL(filePath: path).appending(path: "door")
            let lock = StoreLock(file: URL(filePath: path).appending(path: "nowhere/lock"), door: door)
            try #require(throws: (any Error).self) { try lock.exclusively { Issue.record("it was let in") } }
            try #require(try StoreLock(file: door).exclusivelyIfFree { true } == true)
        }
    }
}
