/// A declaration of a type, of a member or at file level. What a function body declares is not looked at.
struct Declaration: Equatable {
    /// The keyword: `func`, `struct`, `case`…
    let keyword: String
    /// The name with the types around it: `Idea.title`, `Idea.init`.
    let name: String
    let line: Int
    /// The line of the last brace; `line` where there is no body.
    var lastLine: Int
    /// Whether other modules see it: its own modifier says so, or the public protocol or enum around it.
    let isPublic: Bool
    let isDocumented: Bool
    /// Whether it is what a protocol asks for.
    let isRequirement: Bool

    /// The name without the types around it.
    var simpleName: String { name.split(separator: ".").last.map(String.init) ?? name }

    var length: Int { lastLine - line + 1 }

    var isFunctionLike: Bool {
        ["func", "init", "deinit", "subscript", "var"].contains(keyword)
    }
}
