extension ObjectGraph {
    /// Reads something for a property, which cannot throw: what the store throws is kept for the next fetch or save.
    ///
    /// - Returns: nil where reading failed.
    func reading<Result>(_ body: () throws -> Result) -> Result? {
        do {
            return try body()
        } catch {
            if readFailure == nil { readFailure = error }
            return nil
        }
    }

    /// Throws what went wrong since the last time while properties were read: they may have a placeholder for a value,
    /// and nothing must be made of that.
    func throwReadFailure() throws {
        guard let failure = readFailure else { return }
        readFailure = nil
        throw failure
    }
}
