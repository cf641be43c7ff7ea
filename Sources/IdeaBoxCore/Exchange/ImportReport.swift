/// What an import did, or would do.
public struct ImportReport: Equatable, Sendable {
    /// Ideas that were not there before.
    public var added = 0
    /// Ideas that were there in an older version.
    public var replaced = 0
    /// Ideas that were there in the same or a newer version.
    public var unchanged = 0
    /// Ideas with dates in the future, which were dated now; they are counted above too.
    public var corrected = 0
    /// Rows that could not be taken in.
    public var refused = 0
}
