/// How many samples a row is worth.
enum Effort {
    /// Microseconds to a few milliseconds a sample.
    case cheap
    /// Tens of milliseconds.
    case medium
    /// Half a second and more.
    case costly

    func samples(quick: Bool) -> Int {
        switch self {
        case .cheap: quick ? 11 : 31
        case .medium: quick ? 9 : 15
        case .costly: quick ? 5 : 9
        }
    }

    /// SQLAlchemy takes ten times as long as the others; in a quick run its costly rows get three samples.
    func peerSamples(quick: Bool) -> Int {
        switch self {
        case .cheap, .medium: 9
        case .costly: quick ? 3 : 9
        }
    }

    /// Untimed runs of the same contender right before each timed one, so that each meets its own warm caches.
    var warmups: Int {
        self == .costly ? 0 : 1
    }
}
