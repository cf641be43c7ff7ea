/// Every declaration that another module sees says what it means.
///
/// A witness of a requirement whose name begins with an underscore needs no words of its own where the requirement has
/// them: such names are plumbing, and documentation is inherited.
enum PublicDocumentation {
    static func findings(in files: [SourceFile]) -> [Finding] {
        let scanned = files.map { (path: $0.path, declarations: DeclarationScanner.declarations(in: $0)) }
        let explained = Set(
            scanned.flatMap(\.declarations).filter { $0.isDocumented && $0.isPublic && $0.simpleName.hasPrefix("_") }
                .filter(\.isRequirement).map(\.simpleName)
        )
        return scanned.flatMap { path, declarations in
            declarations
                .filter { $0.isPublic && !$0.isDocumented && $0.keyword != "extension" }
                .filter { $0.isRequirement || !explained.contains($0.simpleName) }
                .map {
                    Finding(path: path, line: $0.line, message: "public \($0.keyword) \($0.name) has no documentation")
                }
        }
    }
}
