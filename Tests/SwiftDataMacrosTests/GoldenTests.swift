import Foundation
import Testing

/// Every shape of model has a file that shows its expansion.
///
/// After a wanted change run the tests once with `REGENERATE_GOLDEN=1` in the environment and read the difference.
@Suite struct GoldenTests {
    @Test func thereAreFiles() {
        #expect(GoldenCase.all.count >= 20)
    }

    @Test(arguments: GoldenCase.all)
    func expandsAsWritten(_ golden: GoldenCase) throws {
        if ProcessInfo.processInfo.environment["REGENERATE_GOLDEN"] == "1" { try golden.rewrite() }
        let current = try #require(GoldenCase(golden.file))
        #expect(current.expected == golden.actual)
    }
}
