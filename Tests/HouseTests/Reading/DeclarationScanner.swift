/// Lists the declarations of a file by walking its tokens brace by brace.
struct DeclarationScanner {
    private let tokens: [Token]
    private var index = 0
    private var found: [Declaration] = []

    private init(_ tokens: [Token]) {
        self.tokens = tokens
    }

    static func declarations(in file: SourceFile) -> [Declaration] {
        var scanner = DeclarationScanner(file.tokens)
        scanner.scan(inside: Scope())
        return scanner.found
    }

    /// The type around a declaration.
    private struct Scope {
        var name = ""
        var keyword = ""
        var isPublic = false

        func name(of member: String) -> String { name.isEmpty ? member : "\(name).\(member)" }
    }

    /// What stands before a declaration's keyword.
    private struct Preface {
        var line: Int?
        var isPublic = false
        var isDocumented = false
    }

    private mutating func scan(inside scope: Scope) {
        var preface = Preface()
        while let token = current, token.text != "}" {
            if skipPreface(token, &preface) { continue }
            if token.kind == .word, !token.isQuoted, Keywords.declaring.contains(token.text), !isMember {
                declare(token, preface, inside: scope)
            } else {
                skipOne()
            }
            preface = Preface()
        }
    }

    /// Consumes documentation, attributes, modifiers and directives.
    private mutating func skipPreface(_ token: Token, _ preface: inout Preface) -> Bool {
        if token.kind == .documentation {
            preface.isDocumented = true
            index += 1
        } else if token.text == "@" {
            preface.line = preface.line ?? token.line
            skipAttribute()
        } else if token.kind == .word, isModifier(token) {
            preface.line = preface.line ?? token.line
            if token.text == "public" || token.text == "open" {
                preface.isPublic = preface.isPublic || peek(1)?.text != "("
            }
            index += 1
            if current?.text == "(" { skipGroup() }
        } else if token.kind == .pound, Keywords.directives.contains(token.text) {
            let line = token.line
            while let next = current, next.line == line { index += 1 }
        } else {
            return false
        }
        return true
    }

    private func isModifier(_ token: Token) -> Bool {
        guard !token.isQuoted else { return false }
        if token.text == "class" {
            // `class func`, `class var`: a modifier; `class Idea`: a declaration.
            guard let next = peek(1) else { return false }
            return Keywords.modifiers.contains(next.text) || ["func", "var", "subscript"].contains(next.text)
        }
        return Keywords.modifiers.contains(token.text)
    }

    private var isMember: Bool { index > 0 && tokens[index - 1].text == "." }
}

// MARK: - One declaration

extension DeclarationScanner {
    private mutating func declare(_ token: Token, _ preface: Preface, inside scope: Scope) {
        index += 1
        let isNamed = !["init", "deinit", "subscript"].contains(token.text)
        let name = isNamed ? takeName(after: token.text) : token.text
        let inherits = ["protocol", "enum"].contains(scope.keyword) && scope.isPublic
        let isPartOfType = scope.keyword == "protocol" || token.text == "case"
        let slot = found.count
        let declaration = Declaration(
            keyword: token.text,
            name: scope.name(of: name),
            line: preface.line ?? token.line,
            lastLine: token.line,
            isPublic: preface.isPublic || (inherits && isPartOfType),
            isDocumented: preface.isDocumented,
            isRequirement: scope.keyword == "protocol"
        )
        guard token.text != "import" else { return }
        found.append(declaration)
        if Keywords.types.contains(token.text) {
            let inner = Scope(
                name: declaration.name,
                keyword: token.text,
                isPublic: declaration.isPublic || token.text == "extension"
            )
            scanBody(of: inner)
        } else {
            skipBody(of: token.text)
        }
        found[slot].lastLine = max(token.line, index > 0 ? tokens[index - 1].line : token.line)
    }

    private mutating func takeName(after keyword: String) -> String {
        var name = ""
        while let token = current, token.kind == .word || token.kind == .operation || token.text == "." {
            if !name.isEmpty, token.kind == .word, !name.hasSuffix(".") { break }
            if token.kind == .operation, !name.isEmpty { break }
            name += token.text
            index += 1
            if keyword != "extension", keyword != "import" { break }
        }
        return name
    }

    private mutating func scanBody(of scope: Scope) {
        while let token = current, token.text != "{" {
            guard token.text != "}" else { return }
            skipOne()
        }
        index += 1
        scan(inside: scope)
        index = min(index + 1, tokens.count)
    }

    /// Skips parameters, types, initial values and braces up to where the next declaration begins.
    private mutating func skipBody(of keyword: String) {
        while let token = current, token.text != "}" {
            if token.startsLine, beginsDeclaration(token) { return }
            if token.text == ";" { return }
            let endsBody = token.text == "{"
            skipOne()
            if endsBody, !["var", "let"].contains(keyword) { return }
        }
    }

    private func beginsDeclaration(_ token: Token) -> Bool {
        guard tokens[index - 1].text != "." else { return false }
        switch token.kind {
        case .documentation: return true
        case .mark: return token.text == "@"
        case .pound: return Keywords.directives.contains(token.text) || tokens[index - 1].endsOperand
        case .word:
            return !token.isQuoted
                && (Keywords.declaring.contains(token.text) || Keywords.modifiers.contains(token.text))
        case .literal, .operation: return false
        }
    }
}

// MARK: - Moving

extension DeclarationScanner {
    private var current: Token? { peek(0) }

    private func peek(_ distance: Int) -> Token? {
        index + distance < tokens.count ? tokens[index + distance] : nil
    }

    /// Skips one token, or a whole group in brackets.
    private mutating func skipOne() {
        guard let token = current else { return }
        if ["(", "[", "{"].contains(token.text), token.kind == .mark { skipGroup() } else { index += 1 }
    }

    private mutating func skipGroup() {
        var depth = 0
        repeat {
            if let token = current, token.kind == .mark {
                if ["(", "[", "{"].contains(token.text) { depth += 1 }
                if [")", "]", "}"].contains(token.text) { depth -= 1 }
            }
            index += 1
        } while depth > 0 && index < tokens.count
    }

    private mutating func skipAttribute() {
        index += 1
        while let token = current, token.kind == .word {
            index += 1
            guard current?.text == "." else { break }
            index += 1
        }
        if let token = current, token.text == "(", !token.spaceBefore { skipGroup() }
    }
}

private enum Keywords {
    static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol", "extension"]
    static let declaring: Set<String> = types.union([
        "func", "init", "deinit", "subscript", "var", "let", "case", "typealias", "associatedtype", "macro", "import",
        "operator", "precedencegroup",
    ])
    static let modifiers: Set<String> = [
        "public", "open", "package", "internal", "fileprivate", "private", "static", "final", "override", "mutating",
        "nonmutating", "nonisolated", "isolated", "required", "convenience", "indirect", "lazy", "weak", "unowned",
        "dynamic", "optional", "prefix", "postfix", "infix", "borrowing", "consuming", "distributed", "sending",
    ]
    static let directives: Set<String> = ["#if", "#elseif", "#else", "#endif", "#sourceLocation", "#warning", "#error"]
}
