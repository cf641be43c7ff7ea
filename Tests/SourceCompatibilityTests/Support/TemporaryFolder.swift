import Foundation

/// A folder of its own for one test; it goes away with the object.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("SourceCompatibility-" + UUID().uuidString, isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    func file(_ name: String) -> URL {
        url.appendingPathComponent(name)
    }
}

extension Date {
    /// Noon (GMT) on a day of 2025, so that tests can write dates shortly.
    static func day(_ number: Int) -> Date {
        Date(timeIntervalSince1970: 1_735_732_800 + Double(number - 1) * 86_400)
    }
}
