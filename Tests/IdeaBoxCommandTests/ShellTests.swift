import TestSupport
import Testing

@Suite("Shells")
struct ShellTests {
    @Test("Completions for the shells", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let answer = try CommandBox().run("--generate-completion-script", shell)
        #expect(answer.status == 0 && answer.out.contains("empty-trash"))
    }
}
