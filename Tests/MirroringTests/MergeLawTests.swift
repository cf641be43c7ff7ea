import Foundation
import Testing

@testable import SwiftData

/// Laws of stamps, clocks and keys, tried with random values; a case that fails prints its seed.
@Suite struct MergeLawTests {
    static let seeds = (0..<500).map { UInt64($0) }

    private static func stamp(_ random: inout SeededGenerator) -> MirrorStamp {
        MirrorStamp(
            milliseconds: Int64(random.number(0...6)),
            counter: random.number(0...2),
            device: random.pick(["0a", "0b", "0c"])
        )
    }

    private static func stamps(_ random: inout SeededGenerator) -> StampSet {
        var set = StampSet(base: random.chance(80) ? stamp(&random) : nil)
        for name in ["title", "rank", "note", "shelf#order"] where random.chance(50) {
            set.raise(name, to: stamp(&random))
        }
        return set
    }

    private static let names = ["title", "rank", "note", "shelf#order", "unknown"]

    @Test(arguments: seeds)
    func mergingIsOrderless(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (a, b, c) = (Self.stamps(&random), Self.stamps(&random), Self.stamps(&random))
        #expect(a.merging(b) == b.merging(a), "seed \(seed)")
        #expect(a.merging(a) == a, "seed \(seed)")
        #expect(a.merging(b).merging(c) == a.merging(b.merging(c)), "seed \(seed)")
        for name in Self.names {
            let greatest = [a[name], b[name]].compactMap(\.self).max()
            #expect(a.merging(b)[name] == greatest, "seed \(seed), \(name)")
        }
        #expect(!a.isLater(than: a.merging(b)), "seed \(seed)")
    }

    @Test(arguments: seeds)
    func stampsSurviveTheirText(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let set = Self.stamps(&random)
        #expect(StampSet(text: set.text) == set, "seed \(seed)")
    }

    @Test func pairsSurviveTheirText() {
        let pairs = ["a b": "1=2", "50%": "%20", "é": "", "": "x"]
        #expect(PairText.decode(PairText.encode(pairs)) == pairs)
    }

    /// Values by stamps: devices that have seen the same changes, in any order and any number of times, agree.
    @Test(arguments: seeds)
    func devicesAgree(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        struct Version {
            var values: [String: Int] = [:]
            var stamps = StampSet()

            mutating func take(_ other: Version) {
                for (name, value) in other.values where other.stamps.isLater(name, than: stamps) { values[name] = value }
                stamps = stamps.merging(other.stamps)
            }
        }
        var clocks = (0..<3).map { _ in HybridClock() }
        var devices = Array(repeating: Version(), count: 3)
        var changes: [Version] = []
        for value in 0..<12 {
            let device = random.number(0...2)
            let now = Int64(random.number(0...1_000_000))
            let name = random.pick(["title", "rank"])
            let stamp = clocks[device].tick(at: now, on: "\(device)")
            devices[device].values[name] = value
            devices[device].stamps.raise(name, to: stamp)
            changes.append(devices[device])
            if random.chance(40) {
                let from = random.number(0...2)
                devices[device].take(devices[from])
                devices[from].stamps.all.forEach { clocks[device].observe($0) }
            }
        }
        for index in devices.indices {
            for change in (changes + changes).shuffled(using: &random) { devices[index].take(change) }
        }
        #expect(devices[0].values == devices[1].values && devices[1].values == devices[2].values, "seed \(seed)")
    }

    @Test(arguments: seeds)
    func clocksNeverFallBehind(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var clock = HybridClock()
        var last: MirrorStamp?
        for _ in 0..<40 {
            if random.chance(30) {
                let seen = MirrorStamp(
                    milliseconds: Int64(random.number(0...2_000)),
                    counter: random.number(0...5),
                    device: "ff"
                )
                clock.observe(seen)
                if last.map({ seen > $0 }) ?? true { last = seen }
            }
            let stamp = clock.tick(at: Int64(random.number(0...1_000)), on: "00")
            #expect(last.map { ($0.milliseconds, $0.counter) < (stamp.milliseconds, stamp.counter) } ?? true, "seed \(seed)")
            last = stamp
        }
        #expect(HybridClock(text: clock.text) == clock)
    }

    @Test(arguments: seeds)
    func keysLieBetween(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var keys: [String] = []
        for _ in 0..<120 {
            let place = random.chance(30) ? keys.count : random.number(0...keys.count)
            let low = place > 0 ? keys[place - 1] : nil
            let high = place < keys.count ? keys[place] : nil
            keys.insert(OrderKey.between(low, high), at: place)
        }
        let isRising = zip(keys, keys.dropFirst()).allSatisfy(<)
        #expect(isRising, "seed \(seed)")
    }

    @Test func keysOfAGrowingListStayShort() {
        var last: String?
        for _ in 0..<10_000 {
            let key = OrderKey.between(last, nil)
            #expect(key.count == 8)
            last = key
        }
    }

    /// After new keys were given, the keys rise; members that stood right keep theirs.
    @Test(arguments: seeds)
    func planGivesAnOrder(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var pool = OrderKey.run(20, between: nil, nil)
        pool.shuffle(using: &random)
        var keys: [String?] = pool.prefix(random.number(0...20)).map { random.chance(80) ? $0 : nil }
        if random.chance(30), let first = keys.first { keys.append(first) }
        let made = OrderPlanner.newKeys(for: keys)
        for (position, key) in made { keys[position] = key }
        let all = keys.compactMap(\.self)
        #expect(all.count == keys.count && zip(all, all.dropFirst()).allSatisfy(<), "seed \(seed)")
        #expect(OrderPlanner.newKeys(for: keys).isEmpty, "seed \(seed)")
    }

    @Test func oneMoveChangesOneKey() {
        var keys: [String?] = OrderKey.run(50, between: nil, nil)
        keys.insert(keys.remove(at: 40), at: 3)
        #expect(OrderPlanner.newKeys(for: keys).count == 1)
    }
}
