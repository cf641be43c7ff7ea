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

    enum Rule: Codable, Equatable {
        case speed(limit: Int, zone: String?)
        case stop
    }
    indirect enum Chain: Codable, Equatable {
        case end
        case link(Chain)
    }

    var name: String
    var light: Light
    var crossing: Crossing
    var rule: Rule
    var chain: Chain

    init(_ name: String) {
        self.name = name
        light = .green
        crossing = Crossing(light: .green, width: 3)
        rule = .stop
        chain = .link(.end)
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
            .execute(
                """
                UPDATE Traffic SET light = 'violet', crossing = '{"light": "violet"}', rule = '{"yield": {}}',
                    chain = '{}'
                """
            )
        let context = ModelContext(store.container)
        let traffic = try #require(try context.fetch(FetchDescriptor<Traffic>()).first)
        #expect(traffic.light == .red)
        #expect(traffic.crossing == Traffic.Crossing(light: .red, width: 0))
        #expect(traffic.rule == .speed(limit: 0, zone: nil))
        #expect(traffic.chain == .end)
        traffic.name = "corner of the square"
        try context.save()
        #expect(try RawDatabase(store.configuration.url.path).integer("SELECT light = 'violet' FROM Traffic") == 1)
    }
}
