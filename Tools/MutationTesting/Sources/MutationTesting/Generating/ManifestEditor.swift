import SwiftParser
import SwiftSyntax

/// Puts the switch's target into a package manifest, and takes out what makes warnings errors: a mutant may draw some.
struct ManifestEditor {
    private let source: String
    private let calls: [FunctionCallExprSyntax]

    init(_ source: String) {
        self.source = source
        calls = CallFinder.calls(in: Parser.parse(source: source))
    }

    /// The manifest in which modules depend on the switch.
    ///
    /// The copy does without the dropped targets, so that nobody waits for them and for what they alone need. Throws
    /// where the manifest is not of the shape that is known.
    func adding(to modules: Set<String>, dropping dropped: [String] = []) throws -> String {
        guard let package = calls.first(where: { $0.calledExpression.trimmedDescription == "Package" }),
            let targets = package.argument("targets")?.as(ArrayExprSyntax.self)
        else { throw MutationToolError("Package.swift: no “Package(… targets: […])”, so that no target can be added") }
        var edits = [
            TextEdit(at: targets.leftSquare.offsets.upperBound, "\n        .target(name: \"\(SwitchTarget.name)\"),")
        ]
        for module in modules.sorted() { edits.append(try dependency(of: module)) }
        for name in dropped { edits.append(try removal(of: name, among: targets)) }
        for call in calls where call.calledExpression.trimmedDescription == ".treatAllWarnings" {
            edits.append(TextEdit(call.offsets, ".define(\"MUTATED\")"))
        }
        edits += try unoptimizedTests(but: dropped)
        let edited = try EditedText(source, edits: edits.map { (0, $0) }).text
        try Self.verify(edited, modules)
        return edited
    }

    /// Tests are compiled as they are without optimizing, in a release build too: the product is what is tried, and tests that expect
    /// what an optimizer may change (which closure is asked, how long a reference lives) say nothing of a mutant.
    private func unoptimizedTests(but dropped: [String]) throws -> [TextEdit] {
        try calls.filter { $0.calledExpression.trimmedDescription == ".testTarget" }.compactMap { call in
            guard let name = call.argument("name")?.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
                throw MutationToolError("Package.swift: a target of tests has no name")
            }
            guard !dropped.contains(name) else { return nil }
            guard let settings = call.argument("swiftSettings") else {
                throw MutationToolError("Package.swift: \(name) has no Swift settings, so that none can be added")
            }
            return TextEdit(at: settings.offsets.upperBound, " + [.unsafeFlags([\"-Onone\"])]")
        }
    }

    private func removal(of name: String, among targets: ArrayExprSyntax) throws -> TextEdit {
        let element = targets.elements.first { element in
            let call = element.expression.as(FunctionCallExprSyntax.self)
            return call?.argument("name")?.as(StringLiteralExprSyntax.self)?.representedLiteralValue == name
        }
        guard let element else {
            throw MutationToolError("Package.swift: no target is called \(name), so that it cannot be left out")
        }
        return TextEdit(element.offsets, "")
    }

    private func dependency(of module: String) throws -> TextEdit {
        guard let target = Self.target(module, in: calls), let name = target.argument("name") else {
            throw MutationToolError("Package.swift: no target is called \(module)")
        }
        guard let dependencies = target.argument("dependencies") else {
            return TextEdit(at: name.offsets.upperBound, ", dependencies: [\"\(SwitchTarget.name)\"]")
        }
        guard let list = ArrayFinder.last(in: dependencies) else {
            throw MutationToolError(
                "Package.swift: the dependencies of \(module) hold no array, so that none can be added"
            )
        }
        return TextEdit(at: list.leftSquare.offsets.upperBound, "\"\(SwitchTarget.name)\", ")
    }

    private static func target(_ module: String, in calls: [FunctionCallExprSyntax]) -> FunctionCallExprSyntax? {
        calls.first { call in
            [".target", ".executableTarget"].contains(call.calledExpression.trimmedDescription)
                && call.argument("name")?.as(StringLiteralExprSyntax.self)?.representedLiteralValue == module
                // A dependency has a name, too, and stands in an argument of a target.
                && call.parent?.parent?.parent?.parent?.as(LabeledExprSyntax.self)?.label?.text == "targets"
        }
    }

    /// Reads the edited manifest again.
    private static func verify(_ text: String, _ modules: Set<String>) throws {
        let tree = Parser.parse(source: text)
        guard !tree.hasError else { throw MutationToolError("Package.swift cannot be parsed after its edit") }
        let calls = CallFinder.calls(in: tree)
        guard target(SwitchTarget.name, in: calls) != nil else {
            throw MutationToolError("Package.swift: \(SwitchTarget.name) is no target after the edit")
        }
        for module in modules {
            let dependencies = target(module, in: calls)?.argument("dependencies")?.trimmedDescription ?? ""
            guard dependencies.contains("\"\(SwitchTarget.name)\"") else {
                throw MutationToolError(
                    "Package.swift: \(module) does not depend on \(SwitchTarget.name) after the edit"
                )
            }
        }
        guard !calls.contains(where: { $0.calledExpression.trimmedDescription == ".treatAllWarnings" }) else {
            throw MutationToolError("Package.swift still takes warnings for errors after the edit")
        }
    }
}

extension FunctionCallExprSyntax {
    fileprivate func argument(_ label: String) -> ExprSyntax? {
        arguments.first { $0.label?.text == label }?.expression
    }
}

private final class CallFinder: SyntaxVisitor {
    private var calls: [FunctionCallExprSyntax] = []

    static func calls(in tree: some SyntaxProtocol) -> [FunctionCallExprSyntax] {
        let finder = CallFinder(viewMode: .sourceAccurate)
        finder.walk(tree)
        return finder.calls
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        calls.append(node)
        return .visitChildren
    }
}

private final class ArrayFinder: SyntaxVisitor {
    private var arrays: [ArrayExprSyntax] = []

    /// The last array that is not inside another one or a call.
    static func last(in expression: ExprSyntax) -> ArrayExprSyntax? {
        let finder = ArrayFinder(viewMode: .sourceAccurate)
        finder.walk(expression)
        return finder.arrays.last
    }

    override func visit(_ node: ArrayExprSyntax) -> SyntaxVisitorContinueKind {
        arrays.append(node)
        return .skipChildren
    }

    override func visit(_: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
