import TestSupport

/// Returns once the condition holds, or when the test has taken too long; what the condition reads is observed.
@MainActor
func until(_ condition: @escaping @MainActor () -> Bool) async {
    try? await TestSupport.until(condition)
}
