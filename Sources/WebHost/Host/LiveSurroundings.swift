extension Surroundings {
    /// The machine's clock and randomness.
    public static let live: Surroundings = {
        let clock = ContinuousClock()
        let start = clock.now
        return Surroundings(
            now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(for: $0) },
            randomBytes: { count in
                var generator = SystemRandomNumberGenerator()
                return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            }
        )
    }()
}
