/// Whether the store takes writes, asked of it at most once a second however often it is asked here.
actor Readiness {
    /// For how long an answer stands.
    static let milliseconds: Int64 = 1_000

    private var answer: (isReady: Bool, time: Int64)?
    private var question: Task<Bool, Never>?

    /// The last answer, or a new one where that is too old; many who ask at once wait for the same.
    func isReady(now: Int64, _ ask: @escaping @Sendable () async -> Bool) async -> Bool {
        if let answer, (answer.time..<answer.time + Self.milliseconds).contains(now) { return answer.isReady }
        if let question { return await question.value }
        let asked = Task { await ask() }
        question = asked
        let isReady = await asked.value
        question = nil
        answer = (isReady, now)
        return isReady
    }
}
