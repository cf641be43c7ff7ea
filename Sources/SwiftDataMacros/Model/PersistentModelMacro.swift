import SwiftSyntax
import SwiftSyntaxMacros

/// `@Model`: turns a class into a persistent model.
///
/// Each role has a file of its own.
public enum PersistentModelMacro {}
