import Testing

@testable import WebHost

/// Bounds and lifetimes of sessions.
struct SessionTableTests {
    private var table: SessionTable { SessionTable(limits: SessionTable.Limits(sessions: 3)) }

    @Test func aPageThatNeverConnectsGoesAfterHalfAMinute() {
        var table = table
        #expect(table.add("a", at: .zero).isAdded)
        #expect(table.expire(at: .seconds(29)) == [])
        #expect(table.nextExpiry == .seconds(30))
        #expect(table.expire(at: .seconds(30)) == ["a"])
        #expect(table.count == 0)
    }

    @Test func aPageIsKeptFiveMinutesAfterItsConnection() {
        var table = table
        _ = table.add("a", at: .zero)
        table.connected("a", at: .seconds(1))
        #expect(table.expire(at: .seconds(100_000)) == [], "as long as it is connected")
        #expect(table.nextExpiry == nil)
        table.disconnected("a", at: .seconds(100_000))
        #expect(table.expire(at: .seconds(100_299)) == [])
        #expect(table.expire(at: .seconds(100_300)) == ["a"])
    }

    @Test func theOldestWithoutAPageMakesRoom() {
        var table = table
        for (second, name) in ["a", "b", "c"].enumerated() { _ = table.add(name, at: .seconds(second)) }
        table.connected("a", at: .seconds(3))
        let result = table.add("d", at: .seconds(4))
        #expect(result.isAdded)
        #expect(result.evicted == ["b"])
    }

    @Test func openPagesAreNotThrownOut() {
        var table = table
        for name in ["a", "b", "c"] {
            _ = table.add(name, at: .zero)
            table.connected(name, at: .zero)
        }
        let result = table.add("d", at: .seconds(1))
        #expect(!result.isAdded)
        #expect(result.evicted == [])
        #expect(table.count == 3)
    }

    @Test func soManyASecond() {
        var bucket = TokenBucket(perSecond: 10, burst: 3, now: .zero)
        for _ in 0..<3 { #expect(bucket.take(at: .zero) == nil) }
        #expect(bucket.take(at: .zero) == .milliseconds(100))
        #expect(bucket.take(at: .zero) == .milliseconds(200))
        #expect(bucket.take(at: .seconds(1)) == nil)
    }
}
