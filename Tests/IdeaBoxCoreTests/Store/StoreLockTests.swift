import Foundation
import Synchronization
import Testing

@testable import IdeaBoxCore

/// The lock under which ideas are changed.
@Suite("The lock of a store")
struct StoreLockTests {
    @Test("Whoever waits comes before one that lets go and comes again at once")
    func door() throws {
        let folder = try TemporaryFolder()
        let door = folder.url.appending(path: "door")
        let lock = StoreLock(file: folder.url.appending(path: "lock"), door: door)
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
        #expect(order.withLock { $0 } == wanted)
    }

    @Test("A lock whose file cannot be made lets nobody in, and keeps no door shut")
    func unusable() throws {
        let folder = try TemporaryFolder()
        let door = folder.url.appending(path: "door")
        let lock = StoreLock(file: folder.url.appending(path: "nowhere/lock"), door: door)
        #expect(throws: (any Error).self) { try lock.exclusively { Issue.record("it was let in") } }
        #expect(try StoreLock(file: door).exclusivelyIfFree { true } == true)
    }
}
