import Foundation

/// A command whose processes tests start.
package struct TestedCommand: Sendable {
    /// Its name, which is that of its folders too.
    let name: String
    /// What stands in the environment besides the home and the language.
    let environment: [String: String]
    /// Texts that are another each time, and what stands for them where answers are compared; in the order in which they
    /// are replaced, before ids are.
    let fleeting: [Fleeting]

    /// A pattern, and what stands for what it finds.
    package struct Fleeting: @unchecked Sendable {
        /// A pattern that is written down does not change.
        let pattern: Regex<Substring>
        let name: String

        package init(_ pattern: Regex<Substring>, _ name: String) {
            (self.pattern, self.name) = (pattern, name)
        }
    }

    package init(_ name: String, environment: [String: String], fleeting: [Fleeting]) {
        (self.name, self.environment, self.fleeting) = (name, environment, fleeting)
    }

    /// The program.
    package var executable: URL { BuiltProgram.url(name) }
}
