import SwiftDiagnostics
import SwiftSyntax

/// What `#Predicate` refuses, and what to write instead.
enum PredicateMessage {
    static let needsClosure = MacroMessage.error(
        "predicateClosure",
        "'#Predicate' needs a closure: #Predicate<Model> { $0.… }"
    )

    static let oneParameter = MacroMessage.error(
        "predicateParameters",
        "a closure inside of a predicate has one parameter"
    )

    static let weakCapture = MacroMessage.error(
        "predicateCapture",
        "a predicate keeps no reference; capture the value that it needs: [text = self.text]"
    )

    static let emptyBody = MacroMessage.error("predicateEmpty", "the closure of a predicate must end in a condition")

    static func statement(_ what: String) -> MacroMessage {
        .error(
            "predicateStatement",
            "\(what) is not available in a predicate; write one condition, with 'let', 'if', 'guard' and 'switch' before it "
                + "where needed"
        )
    }

    static let localConstant = MacroMessage.error(
        "predicateLocalConstant",
        "compute this constant outside the branch: every branch of a predicate is built"
    )

    static func condition(_ what: String) -> MacroMessage {
        .error("predicateCondition", "\(what) is not available in a predicate; use a comparison or 'if let'")
    }

    static let missingElse = MacroMessage.error(
        "predicateElse",
        "'if' in a predicate needs an 'else', so that there is an answer in either case"
    )

    static let switchPattern = MacroMessage.error(
        "predicateSwitch",
        "'switch' over a property takes values and 'default' only in a predicate; write 'if' for other patterns"
    )

    static func binaryOperator(_ name: String) -> MacroMessage {
        .error("predicateOperator", "the operator '\(name)' is not available in a predicate")
    }

    static let identity = MacroMessage.error(
        "predicateIdentity",
        "the operator '===' is not available in a predicate; '==' compares the identity of models"
    )

    static func call(_ name: String) -> MacroMessage {
        .error("predicateCall", "'\(name)' is not available in a predicate; \(advice(for: name))")
    }

    static func closureArgument(_ name: String) -> MacroMessage {
        .error("predicateClosureArgument", "'\(name)' needs a closure written in place in a predicate")
    }

    static func expression(_ what: String) -> MacroMessage {
        .error(
            "predicateExpression",
            "\(what) that depends on the model is not available in a predicate; compare its parts, or compute it after the "
                + "fetch"
        )
    }

    private static func advice(for name: String) -> String {
        switch name {
        case "map", "compactMap", "reduce", "sorted", "joined", "forEach", "first", "last", "sum":
            "use contains(where:), allSatisfy, filter { }.count, min() or max()"
        case "addingTimeInterval", "advanced", "timeIntervalSince", "timeIntervalSinceNow", "startOfDay",
            "isDateInToday",
            "dateComponents", "component", "isDate":
            "compute the dates outside and compare the property with them"
        case "trimmingCharacters", "replacingOccurrences", "prefix", "suffix", "dropFirst", "dropLast", "split",
            "components", "folding", "capitalized":
            "keep the changed text in a property of its own, or filter after the fetch"
        case "compare":
            "use '==', '<' or '>'"
        default:
            "compute it outside where it does not depend on the model, or filter after the fetch"
        }
    }
}
