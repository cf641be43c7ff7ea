import Foundation
import TestSupport
import Testing

@Suite("A home without ideas")
struct FreshHomeTests {
    @Test("A look leaves nothing behind")
    func reading() throws {
        let box = try CommandBox()
        for line in [
            "", "list", "list --json", "search x", "log", "status", "status --json", "export", "account", "--version",
        ] {
            _ = try box.run(line: line)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: box.home.path)
        // What the processes of the test said lies there, too.
        #expect(names.filter { !$0.hasPrefix(".out-") && !$0.hasPrefix(".messages-") }.isEmpty, "\(names)")
    }

    @Test("A search that finds nothing ends with the status of what is not found")
    func search() throws {
        let box = try CommandBox()
        typealias Answer = CommandBox.Answer
        #expect(try box.run("search", "kite") == Answer(3, "", "No idea matches.\n"))
        #expect(try box.run("search", "kite", "--json") == Answer(3, "[]\n", ""))
        _ = try box.add("Paper boat")
        #expect(try box.run("search", "kite").status == 3)
        #expect(try box.run("search", "boat").status == 0)
        #expect(try box.run("search", "boat", "--page", "2").status == 3)
    }

    @Test("A port that another program has is named, with what to do", arguments: TestedLanguage.all)
    func reportsPortInUse(_ language: TestedLanguage) throws {
        let box = try CommandBox()
        let holder = try CommandBox()
        let script = """
            HOME=\(holder.home.path) "$IDEABOX" serve --port 0 > said 2>/dev/null & server=$!
            until grep -q http said || ! kill -0 $server 2>/dev/null; do :; done
            port=$(sed -n 's#.*http://127.0.0.1:\\([0-9]*\\).*#\\1#p' said)
            "$IDEABOX" serve --port $port; code=$?
            kill $server; wait $server
            echo $port; exit $code
            """
        let answer = try box.shell(script, language: language.locale)
        #expect(answer.status == 1 && !answer.messages.contains("SocketError"), "\(answer)")
        let port = answer.out.trimmingCharacters(in: .newlines)
        #expect(answer.messages.contains(port) && answer.messages.contains("--port 0"), "\(answer)")
        guard language.name == "en" else { return }
        let text =
            "Error: nothing can listen on 127.0.0.1, port \(port): something else listens there. Choose another port with "
            + "--port, or --port 0 for any that is free\n"
        #expect(answer.messages.hasSuffix(text), "\(answer)")
    }
}
