/// A site that was drawn.
public struct Mutant: Codable, Hashable, Sendable {
    /// Its number in the generated copy, from 1.
    public let number: Int
    public let area: String
    public let module: String
    public let site: MutationSite

    public var id: String { site.id }
}
