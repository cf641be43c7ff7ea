import Testing

@Suite("Wrong usage")
struct UsageTests {
    @Test("The command is there")
    func exists() throws {
        #expect(try CommandBox().run("--version") == CommandBox.Answer(0, "0.1.0\n"))
    }
}
