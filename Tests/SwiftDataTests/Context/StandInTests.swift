import Foundation
import Testing

@testable import SwiftData

@Model
private final class Traffic {
    enum Light: String, Codable { case red, amber, green }
    struct Crossing: Codable, Equatable {
        var light: Light
        var width: Int
    }

    var name: String
    var light: Light
    var crossing: Crossing

    init(_ name: String) {
        self.name = name
        light = .green
        crossing = Crossing(light: .green, width: 3)
    }
}

/// A required value that no longer means anything shows a stand-in; reading it never ends the program.
@Suite struct StandInTests {
    @Test func anEnumWithoutItsCaseShowsTheFirst() throws {
        let store = try TestStore(.file, [Traffic.self])
        let writer = ModelContext(store.container)
        writer.insert(Traffic("corner"))
        try writer.save()
        try RawDatabase(store.configuration.url.path)
            .execute("UPDATE Traffic SET light = 'violet', crossing = '{\"light\": \"violet\"}'")
        let context = ModelContext(store.container)
        let traffic = try #require(try context.fetch(FetchDescriptor<Traffic>()).first)
        #expect(traffic.light == .red)
        #expect(traffic.crossing == Traffic.Crossing(light: .red, width: 0))
        traffic.name = "corner of the square"
        try context.save()
        #expect(try RawDatabase(store.configuration.url.path).integer("SELECT light = 'violet' FROM Traffic") == 1)
    }
}
