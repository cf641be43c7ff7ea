/// A test that sleeps is slow where the machine is fast, and fails where it is slow: tests wait for what happens.
enum Sleeps {
    private static let calls: Set<String> = ["sleep", "usleep", "nanosleep", "clock_nanosleep", "asyncAfter"]

    static func findings(in file: SourceFile) -> [Finding] {
        let code = file.code
        return code.indices.filter { isCall(at: $0, in: code) }.map {
            Finding(path: file.path, line: code[$0].line, message: "\(code[$0].text): wait for what is to happen")
        }
    }

    private static func isCall(at index: Int, in code: [Token]) -> Bool {
        guard calls.contains(code[index].text), code[index].kind == .word, !code[index].isQuoted,
            index + 1 < code.count, code[index + 1].text == "("
        else { return false }
        return index == 0 || code[index - 1].text != "func"
    }
}
