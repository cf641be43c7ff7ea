import SwiftSyntax

/// A way to make mutants.
protocol MutationRule: Sendable {
    /// Its name in lists and reports.
    static var name: String { get }
    /// The sites that belong to a node itself, not to what is below it.
    func sites(at node: Syntax, in file: SourceFile) -> [MutationSite]
}

/// All rules.
package enum Rules {
    static let all: [any MutationRule] = [
        DropStatement(), NegateCondition(), SwapArguments(), DropAssignment(), OffByOne(), ReturnEarly(),
    ]

    package static var names: [String] { all.map { type(of: $0).name } }
}
