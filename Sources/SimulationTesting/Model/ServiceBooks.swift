/// What the service said of each zone that is listened to.
struct ServiceBooks: Sendable {
    /// The zone of the app that the run is about.
    var own: ServiceBook
    /// The zone of alarms, which AlarmClock has beside IdeaBox.
    var alarms = ServiceBook(zone: AlarmApp.zone)

    init(_ kind: RunKind) { own = ServiceBook(zone: kind.zone) }

    func book(of zone: String) -> ServiceBook? {
        zone == own.zone ? own : zone == alarms.zone ? alarms : nil
    }

    /// Lets the book of a zone take something in, if there is one.
    mutating func change(_ zone: String, _ body: (inout ServiceBook) -> [Violation]) -> [Violation] {
        if zone == own.zone { return body(&own) }
        return zone == alarms.zone ? body(&alarms) : []
    }

    /// Puts everything back to what it was, but for what devices once had from here.
    mutating func restore(_ old: ServiceBooks) {
        own.restore(old.own)
        alarms.restore(old.alarms)
    }

    /// How many operations have changed something in an account.
    func changeCount(_ account: Int) -> Int {
        (own.changeCounts[account] ?? 0) + (alarms.changeCounts[account] ?? 0)
    }
}
