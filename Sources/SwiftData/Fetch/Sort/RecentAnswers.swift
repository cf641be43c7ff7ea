import Synchronization

/// The answers to questions that an entity's fetches asked lately, where finding one takes longer than looking it up.
final class RecentAnswers<Question: Hashable & SendableMetatype, Answer: SendableMetatype>: Sendable {
    private struct State: @unchecked Sendable {
        var answers: [Question: Answer] = [:]
    }

    /// Past this many answers it starts anew.
    private let limit = 128
    private let state = Mutex(State())

    /// The answer to a question, found by `find` where it is not known.
    func answer(to question: Question, _ find: () -> Answer) -> Answer {
        // Neither leaves the lock changed: key paths, which cannot be sent, are only compared.
        nonisolated(unsafe) let question = question
        if let known = state.withLock({ $0.answers[question].map(Unsent.init) }) { return known.value }
        nonisolated(unsafe) let found = find()
        state.withLock { state in
            if state.answers.count >= limit { state.answers.removeAll() }
            state.answers[question] = found
        }
        return found
    }

    private struct Unsent: @unchecked Sendable {
        let value: Answer
    }
}
