import TestSupport
import Testing

/// The command where its files may not grow: `ulimit -f`.
@Suite("A limit of the size of files")
struct FileSizeLimitTests {
    /// The system would end the process by a signal (status 153).
    @Test("What is written before a store is open fails, and the process ends by itself")
    func beforeAnyStore() throws {
        let box = try CommandBox()
        let answer = try box.shell("ulimit -f 0; exec \"$IDEABOX\" --help >help.txt")
        #expect(answer.status == 1, "\(answer)")
    }
}
