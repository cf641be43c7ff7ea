/// What the tool cannot go on from, in words that say what to do.
package struct MutationToolError: Error, CustomStringConvertible, Equatable, Sendable {
    package let description: String

    package init(_ description: String) { self.description = description }
}
