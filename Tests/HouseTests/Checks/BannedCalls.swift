/// Calls that the house does without: each can end the process, or makes a run that cannot be repeated.
struct BannedCalls {
    /// Paths (or folders, ending in a slash) that may call `fatalError` and its kin, each with its reason.
    var mayStopTheProcess: [String: String] = [:]
    /// Paths (or folders, ending in a slash) that supply the live clock, identifiers and randomness.
    var mayAskTheWorld: [String: String] = [:]
    /// Targets whose output is the program's own, so that they may print.
    var mayPrint: Set<String> = []

    func findings(in file: SourceFile) -> [Finding] {
        let code = file.code
        var findings: [Finding] = []
        for index in code.indices {
            for message in messages(of: TokenView(code: code, index: index), in: file) {
                findings.append(Finding(path: file.path, line: code[index].line, message: message))
            }
        }
        return findings
    }

    private func messages(of view: TokenView, in file: SourceFile) -> [String] {
        switch view.token.kind {
        case .operation: [crash(view)].compactMap { $0 }
        case .word:
            [fragileFile(view), stop(view, in: file), output(view, in: file), world(view, in: file)].compactMap { $0 }
        default: []
        }
    }

    private func crash(_ at: TokenView) -> String? {
        guard at.token.kind == .operation, let previous = at.previous, !at.token.spaceBefore, !at.token.startsLine
        else { return nil }
        if at.token.text.first == "!", previous.kind == .word, !previous.isQuoted {
            if previous.text == "try" { return "try!: handle the error or pass it on" }
            if previous.text == "as" { return "as!: use as? and say what happens otherwise" }
        }
        let isPostfix = at.token.text.allSatisfy { $0 == "!" } && !previous.isInfixContext
        let isTypeSuffix =
            at.token.text.hasSuffix("!") && at.token.text.dropLast().allSatisfy { $0 == ">" || $0 == "?" }
        guard previous.endsOperand, isPostfix || isTypeSuffix else { return nil }
        return "force unwrap: use guard, ?? or an optional"
    }

    /// Foundation's older calls on files trap where the newer ones throw: a signal or a reader who has gone is enough.
    private func fragileFile(_ at: TokenView) -> String? {
        if Self.fragile.contains(at.token.text), at.isMember { return "\(at.token.text): it traps; use what throws" }
        let isStandard = ["standardError", "standardOutput"].contains(at.offset(-2)?.text ?? "")
        guard at.token.text == "write", at.isMember, isStandard, at.offset(2)?.text != "contentsOf" else { return nil }
        return "write: it traps; use write(contentsOf:)"
    }

    private static let fragile: Set = [
        "availableData", "readDataToEndOfFile", "readData", "synchronizeFile", "closeFile", "seekToEndOfFile",
    ]

    private func stop(_ at: TokenView, in file: SourceFile) -> String? {
        let name = at.token.text
        guard Self.stops.contains(name), at.isCall(name), !Self.covers(mayStopTheProcess, file.path) else { return nil }
        return "\(name): throw an error with a name"
    }

    private static let stops: Set = [
        "fatalError", "precondition", "preconditionFailure", "assert", "assertionFailure", "abort",
    ]

    private func output(_ at: TokenView, in file: SourceFile) -> String? {
        let name = at.token.text
        guard Self.outputs.contains(name), at.isCall(name), !mayPrint.contains(file.target) else { return nil }
        return "\(name): a library says things through what its caller passed in"
    }

    private static let outputs: Set = ["print", "debugPrint", "dump", "NSLog"]

    private func world(_ at: TokenView, in file: SourceFile) -> String? {
        guard at.asksTheWorld, !file.declaresModel, !Self.covers(mayAskTheWorld, file.path) else { return nil }
        return "\(at.token.text): the clock, identifiers and randomness come from what was passed in"
    }

    /// Whether a path is one of the listed files or below one of the listed folders.
    static func covers(_ list: [String: String], _ path: String) -> Bool {
        list.keys.contains { $0.hasSuffix("/") ? path.hasPrefix($0) : path == $0 }
    }
}

/// A token among its neighbours.
private struct TokenView {
    let code: [Token]
    let index: Int

    var token: Token { code[index] }
    var previous: Token? { offset(-1) }

    func offset(_ distance: Int) -> Token? {
        code.indices.contains(index + distance) ? code[index + distance] : nil
    }

    var isMember: Bool { previous?.text == "." }

    /// Whether a global function (or one of the standard library, written with its module) is called here.
    func isCall(_ name: String) -> Bool {
        guard token.text == name, token.kind == .word, !token.isQuoted, offset(1)?.text == "(", previous?.text != "func"
        else { return false }
        return !isMember || offset(-2)?.text == "Swift"
    }

    var asksTheWorld: Bool {
        guard token.kind == .word, !token.isQuoted else { return false }
        switch token.text {
        case "Date", "UUID": return makesLiveValue
        case "now": return isImplicitNow
        case "random", "shuffled", "randomElement", "shuffle":
            return isMember && offset(1)?.text == "(" && !argumentsName("using")
        case "SystemRandomNumberGenerator", "CFAbsoluteTimeGetCurrent", "systemUptime", "clock_gettime", "arc4random":
            return true
        case "DispatchTime", "DispatchWallTime", "ContinuousClock", "SuspendingClock":
            return offset(1)?.text == "." && offset(2)?.text == "now"
        default: return false
        }
    }

    /// `Date()`, `Date.init()`, `Date.now`, `Date(timeIntervalSinceNow:)`, `UUID()`.
    private var makesLiveValue: Bool {
        guard let next = offset(1) else { return false }
        if next.text == "(" {
            return offset(2)?.text == ")" || offset(2)?.text == "timeIntervalSinceNow"
        }
        guard next.text == ".", let member = offset(2) else { return false }
        return member.text == "now" || (member.text == "init" && offset(4)?.text == ")")
    }

    /// `.now` without anything before the dot: `Date.now` where the type is known.
    private var isImplicitNow: Bool {
        isMember && offset(-2)?.endsOperand != true && offset(1)?.text != "("
    }

    private func argumentsName(_ label: String) -> Bool {
        var depth = 0
        for token in code[(index + 1)...] {
            if token.text == "(" { depth += 1 }
            if token.text == ")" { depth -= 1 }
            if depth == 0 { return false }
            if depth == 1, token.text == label { return true }
        }
        return false
    }
}

extension Token {
    /// Whether an exclamation mark right after the token belongs to the next operand instead.
    fileprivate var isInfixContext: Bool { kind == .operation && text != ">" && text != "!" && text != "?" }
}
