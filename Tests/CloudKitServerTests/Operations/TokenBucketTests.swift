import Testing

@testable import CloudKitServer

@Suite("Buckets of tokens")
struct TokenBucketTests {
    @Test("What is taken grows back, up to what a bucket holds")
    func refill() {
        let buckets = TokenBuckets<String>(capacity: 2, perSecond: 0.5, entries: 10)
        #expect(buckets.take("a", now: 0) == nil)
        #expect(buckets.take("a", now: 0) == nil)
        #expect(buckets.take("a", now: 0) == 2)
        #expect(buckets.take("b", now: 0) == nil)
        #expect(buckets.take("a", now: 1_000) == 1)
        #expect(buckets.take("a", now: 2_000) == nil)
        #expect(buckets.take("a", now: 0) == 2, "a clock that goes back gives nothing, and takes nothing")
        buckets.giveBack("a")
        #expect(buckets.take("a", now: 0) == nil)
        #expect(buckets.take("a", now: 1_000_000) == nil)
        #expect(buckets.take("a", now: 1_000_000) == nil)
        #expect(buckets.take("a", now: 1_000_000) != nil)
    }

    @Test("The table is bounded, and those who ask most are not forgotten")
    func bounded() {
        let buckets = TokenBuckets<Int>(capacity: 5, perSecond: 0.001, entries: 100)
        for _ in 0..<6 { _ = buckets.take(-1, now: 0) }
        for number in 0..<10_000 {
            _ = buckets.take(number, now: 0)
            #expect(buckets.count <= 100)
        }
        #expect(buckets.take(-1, now: 0) != nil)
    }

    @Test("Addresses: of IPv6 the network counts")
    func networks() {
        let expected = [
            "192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
            "2001:db8::1": "2001:db8:0:0::/64", "::1": "0:0:0:0::/64", "fe80::1:2:3:4": "fe80:0:0:0::/64", "": "",
        ]
        for (address, network) in expected { #expect(Listening.network(of: address) == network) }
        var listening = Listening()
        #expect(listening.address(of: "192.0.2.1", forwardedFor: "203.0.113.9") == "192.0.2.1")
        listening.isBehindProxy = true
        #expect(listening.address(of: "192.0.2.1", forwardedFor: "1.2.3.4, 203.0.113.9") == "203.0.113.9")
        #expect(listening.isSecure(forwardedProtocol: "https") && !listening.isSecure(forwardedProtocol: nil))
    }
}
