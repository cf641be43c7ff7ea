import Foundation
import Testing

@testable import SwiftData

/// The list of instances with unsaved changes beside a plain array.
@Suite struct PendingInstancesTests {
    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func itHoldsWhatAnArrayHolds(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let instances = (0..<60).map { LoggedValue(value: $0) }
        var pending = PendingInstances()
        var expected: [LoggedValue] = []
        for step in 0..<2_000 {
            let instance = random.pick(instances)
            if let place = expected.firstIndex(where: { $0 === instance }) {
                expected.remove(at: place)
                pending.remove(instance)
            } else if random.chance(70) {
                expected.append(instance)
                pending.append(instance)
            } else {
                pending.remove(instance)
            }
            if random.chance(1) {
                let limit = random.number(0...60)
                expected.removeAll { $0.value > limit }
                pending.removeAll { ($0 as? LoggedValue).map { $0.value > limit } ?? true }
            }
            let shown = pending.compactMap { $0 as? LoggedValue }
            #expect(shown.map(\.value) == expected.map(\.value), "seed \(seed), step \(step)")
            #expect(
                pending.count == expected.count && pending.isEmpty == expected.isEmpty,
                "seed \(seed), step \(step)"
            )
        }
    }

    /// Dropped instances go out of every list that leads to them one way, with the next look at the context.
    /// As a deleted row does not: an insertion brings an instance back, and an old array does not.
    @Test func aDroppedInstanceOfAnOldArrayStaysAway() throws {
        let store = try TestStore(.memory, [Playlist.self, Track.self])
        let context = store.makeContext()
        let list = Playlist("list", tracks: [Track("a"), Track("b")])
        context.insert(list)
        let tracks = list.tracks
        context.delete(tracks[0])
        list.tracks = tracks.reversed()
        #expect(list.tracks.map(\.title) == ["b"])
        context.insert(tracks[0])
        list.tracks.append(tracks[0])
        #expect(list.tracks.map(\.title) == ["b", "a"])
        try context.save()
        #expect(try store.makeFreshContext().all(Playlist.self).first?.tracks.map(\.title) == ["b", "a"])
    }

    @Test(arguments: StoreKind.allCases)
    func oneWayLinksToDroppedInstancesAreCleared(kind: StoreKind) throws {
        let store = try TestStore(kind, [Knot.self])
        let context = store.makeContext()
        let holder = Knot(1)
        context.insert(holder)
        try context.save()
        let targets = (2..<10).map { Knot($0) }
        targets.forEach(context.insert)
        holder.next = targets[0]
        holder.bag = targets
        for target in targets where target.number != 5 { context.delete(target) }
        context.processPendingChanges()
        #expect(holder.next == nil && holder.bag.map(\.number) == [5])
        try context.save()
        let byNumber = FetchDescriptor<Knot>(sortBy: [SortDescriptor(\.number)])
        let fresh = try #require(try store.makeFreshContext().fetch(byNumber).first)
        #expect(fresh.next == nil && fresh.bag.map(\.number) == [5])
    }
}
