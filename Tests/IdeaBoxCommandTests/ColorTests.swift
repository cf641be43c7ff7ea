import TestSupport
import Testing

@Suite("Colour")
struct ColorTests {
    /// Runs the command with a terminal for its output; `script` is part of every Linux.
    private func onTerminal(_ box: CommandBox, _ line: String, _ extra: [String: String]) throws -> String {
        let answer = try box.shell("script -qec '\"$IDEABOX\" \(line)' /dev/null", extra: extra)
        #expect(answer.status == 0, "\(answer)")
        return answer.normalized(box).out.replacing("\r\n", with: "\n")
    }

    @Test("Ids and times are dim and done titles struck through on a terminal, and nowhere else")
    func lists() throws {
        let box = try CommandBox()
        _ = try box.run("done", try box.add("Kite"))
        let plain = "<short 1>  [x] Kite  (just now)\n"
        let styled = "\u{1b}[2m<short 1>\u{1b}[0m  [x] \u{1b}[9mKite\u{1b}[0m  \u{1b}[2m(just now)\u{1b}[0m\n"
        // The mark before the id ends in a letter, which hides the id from the names.
        func list(_ extra: [String: String]) throws -> String {
            try onTerminal(box, "list", extra).replacing(/\[2m[0-9a-f]{8}/, with: "[2m<short 1>")
        }
        #expect(try list(["TERM": "xterm"]) == styled)
        #expect(try list(["TERM": "xterm", "NO_COLOR": ""]) == styled)
        #expect(try list(["TERM": "xterm", "NO_COLOR": "1"]) == plain)
        #expect(try list(["TERM": "dumb"]) == plain)
        #expect(try box.run("list").normalized(box).out == plain)
    }

    @Test("The guide's title is bold")
    func guide() throws {
        let box = try CommandBox()
        #expect(
            try onTerminal(box, "", ["TERM": "xterm"])
                .hasPrefix("\u{1b}[1mIdeaBox keeps your ideas on this device.\u{1b}[0m\n")
        )
    }
}
