import Foundation
import SwiftData
import Synchronization
import TestSupport
import Testing

@testable import CloudKit

/// As many rows as a diligent person has.
@Suite struct ManyRowsTests {
    private static let shelves = Effort.rounds(8, proof: 100)

    @Test func everyRowReachesASecondDeviceOnceEach() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one")
            let two = try await world.device("two")
            try one.change { context in
                for shelf in 0..<Self.shelves {
                    let shelf = Shelf(name: "S\(shelf)")
                    context.insert(shelf)
                    shelf.books = (0..<99).map { Book(title: "\(shelf.name)-\($0)") }
                }
            }
            let sizes = Mutex<[Int]>([])
            one.transport.spoil { request in
                guard request.address.contains("/records/modify") else { return .pass }
                sizes.withLock { $0.append(request.text.components(separatedBy: "\"recordName\"").count) }
                return .pass
            }
            let clock = ContinuousClock()
            let up = try await clock.measure { try await one.sync() }
            let batches = sizes.withLock { $0.count }
            #expect(batches == Self.shelves)
            let down = try await clock.measure { try await two.sync() }
            let titles = try two.context.fetch(FetchDescriptor<Book>()).map(\.title)
            #expect(titles.count == 99 * Self.shelves && Set(titles).count == titles.count)
            for shelf in try two.context.fetch(FetchDescriptor<Shelf>()) {
                #expect(shelf.books.map(\.title) == (0..<99).map { "\(shelf.name)-\($0)" })
            }
            #expect(one.mirror.status.pendingCount == 0 && two.mirror.status.pendingCount == 0)
            if ProcessInfo.processInfo.environment["MIRROR_FIGURES"] != nil { print("up \(up), down \(down)") }
        }
    }
}
