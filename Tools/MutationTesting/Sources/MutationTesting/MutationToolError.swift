/// What the tool cannot go on from, in words that say what to do.
public struct MutationToolError: Error, CustomStringConvertible, Equatable, Sendable {
    public let description: String

    public init(_ description: String) { self.description = description }
}
