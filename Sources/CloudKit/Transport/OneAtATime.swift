/// Lets tasks through one after the other, in the order they came.
actor OneAtATime {
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Runs something while nothing else runs here.
    func run<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        if isBusy {
            guard waiting.count < CloudKitLimits.waitingRequests else {
                throw CKError(.requestRateLimited, reason: "too many requests wait for their turn", retryAfter: 1)
            }
            await withCheckedContinuation { waiting.append($0) }
        } else {
            isBusy = true
        }
        defer {
            if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
        }
        try Task.checkCancellation()
        return try await body()
    }
}
