import SwiftDiagnostics
import SwiftSyntax

/// One message to the user of a macro, with the stable identifier that tests ask for.
struct MacroMessage: DiagnosticMessage, FixItMessage {
    let message: String
    let diagnosticID: MessageID
    let severity: DiagnosticSeverity

    var fixItID: MessageID { diagnosticID }

    static func error(_ identifier: String, _ message: String) -> MacroMessage {
        MacroMessage(identifier, message, .error)
    }

    static func warning(_ identifier: String, _ message: String) -> MacroMessage {
        MacroMessage(identifier, message, .warning)
    }

    static func fixIt(_ identifier: String, _ message: String) -> MacroMessage {
        MacroMessage(identifier, message, .remark)
    }

    private init(_ identifier: String, _ message: String, _ severity: DiagnosticSeverity) {
        self.message = message
        self.diagnosticID = MessageID(domain: "SwiftDataMacros", id: identifier)
        self.severity = severity
    }

    /// The message placed at a piece of source.
    func diagnostic(at node: some SyntaxProtocol, fixIts: [FixIt] = []) -> Diagnostic {
        Diagnostic(node: Syntax(node), message: self, fixIts: fixIts)
    }
}
