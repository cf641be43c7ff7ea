import Foundation
import Testing

/// No document lies about that no test reads.
struct GoldenCoverageTests {
    @Test func everyDocumentIsNamedByATest() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let tests = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
        let names = try Golden.names
        #expect(names.count == 51)
        #expect(names.filter { !tests.contains("\"\($0)\"") } == [])
    }
}
