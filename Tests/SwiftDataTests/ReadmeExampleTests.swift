import Foundation
import SwiftData
import Testing

/// The README's first example, run. HouseTests holds its source to the README's text.
struct ReadmeExampleTests {
    @Test func longBoatsAreFoundInMemory() throws {
        let container = try ModelContainer(
            for: Harbor.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        #expect(try longBoats(in: container) == ["Heron", "Walnut"])
    }

    @Test func boatsKeepTheirOrderInAFile() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let configuration = ModelConfiguration(url: folder.appendingPathComponent("harbors.store"))
        #expect(
            try longBoats(in: ModelContainer(for: Harbor.self, configurations: configuration)) == ["Heron", "Walnut"]
        )

        let reopened = try ModelContainer(for: Harbor.self, configurations: configuration)
        let harbor = try #require(try ModelContext(reopened).fetch(FetchDescriptor<Harbor>()).first)
        #expect(harbor.boats.map(\.name) == ["Walnut", "Paper Crane", "Heron"])
    }
}
