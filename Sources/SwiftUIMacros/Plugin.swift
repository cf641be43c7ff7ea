import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct SwiftUIPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = []
}
