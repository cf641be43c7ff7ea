/// A site that was drawn.
package struct Mutant: Codable, Hashable, Sendable {
    /// Its number in the generated copy, from 1.
    package let number: Int
    package let area: String
    package let module: String
    package let site: MutationSite

    package var id: String { site.id }
}
