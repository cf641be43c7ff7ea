import Testing

@testable import WebHost

@Suite("When a silent connection is given up")
struct WatchTests {
    private static let limits = {
        var limits = HostLimits()
        (limits.headTime, limits.stallTime, limits.silenceTime) = (.seconds(10), .seconds(30), .seconds(2))
        return limits
    }()

    @Test("A head must be whole in time, however slowly it trickles")
    func head() {
        let watch = Watch(now: .seconds(100))
        watch.note(at: .seconds(109), phase: .head)
        #expect(watch.pause(at: .seconds(109), Self.limits) == .seconds(1))
        #expect(watch.pause(at: .seconds(110), Self.limits) == nil)
    }

    @Test("A page's limit counts from the moment it becomes a page, although the head's was longer")
    func sooner() {
        let watch = Watch(now: .zero)
        // Whoever waits for the head's end looks again before a page's limit can have passed.
        #expect(watch.pause(at: .zero, Self.limits) == .seconds(2))
        watch.note(at: .milliseconds(500), phase: .frames)
        #expect(watch.pause(at: .seconds(2), Self.limits) == .milliseconds(500))
        #expect(watch.pause(at: .milliseconds(2_500), Self.limits) == nil)
    }

    @Test("What goes out keeps an answer alive, and not a page")
    func outgoing() {
        let answering = Watch(now: .zero)
        answering.note(at: .zero, phase: .answer)
        answering.note(at: .seconds(29), phase: nil)
        #expect(answering.pause(at: .seconds(58), Self.limits) == .seconds(1))
        let page = Watch(now: .zero)
        page.note(at: .zero, phase: .frames)
        page.note(at: .seconds(1), phase: nil)
        #expect(page.pause(at: .seconds(2), Self.limits) == nil)
    }
}
