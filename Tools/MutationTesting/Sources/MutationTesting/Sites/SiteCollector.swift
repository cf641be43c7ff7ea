import SwiftSyntax

/// Walks a file and asks every rule about every node inside a function.
final class SiteCollector: SyntaxAnyVisitor {
    private let file: SourceFile
    private let rules: [any MutationRule]
    private(set) var sites: [MutationSite] = []
    /// How many functions are around the node.
    private var depth = 0

    private init(_ file: SourceFile, _ rules: [any MutationRule]) {
        (self.file, self.rules) = (file, rules)
        super.init(viewMode: .sourceAccurate)
    }

    /// All sites of a file, in the order of the source.
    static func sites(in file: SourceFile, rules: [any MutationRule] = Rules.all) -> [MutationSite] {
        let collector = SiteCollector(file, rules)
        collector.walk(file.tree)
        var counts = [MutationSite: Int]()
        return collector.sites.map { site in
            var site = site
            let key = site.withoutPlace
            site.ordinal = counts[key, default: 0]
            counts[key, default: 0] += 1
            return site
        }
    }

    override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
        if ExcludedContext.contains(node) { return .skipChildren }
        if Enclosing.isScope(node) { depth += 1 }
        guard depth > 0 else { return .visitChildren }
        for rule in rules { sites += rule.sites(at: node, in: file) }
        return .visitChildren
    }

    override func visitAnyPost(_ node: Syntax) {
        if Enclosing.isScope(node), !ExcludedContext.contains(node) { depth -= 1 }
    }
}

extension MutationSite {
    /// What the identity is made of, as a key.
    fileprivate var withoutPlace: MutationSite { MutationSite(identityOf: self) }

    private init(identityOf site: MutationSite) {
        (rule, file, declaration) = (site.rule, site.file, site.declaration)
        (before, after) = (site.before, site.after)
        (line, start, end, scopeStart, scopeEnd, edits) = (0, 0, 0, 0, 0, [])
    }
}
