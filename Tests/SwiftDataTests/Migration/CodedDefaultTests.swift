import Foundation
import SwiftData
import Testing

@testable import SwiftData

/// A value that cannot be coded.
private struct Uncodable: Codable, Hashable {
    struct Refusal: Error, CustomStringConvertible { var description: String { "there is no form for it" } }

    init() {}
    init(from decoder: any Decoder) throws { throw Refusal() }
    func encode(to encoder: any Encoder) throws { throw Refusal() }
}

private struct Range: Codable, Hashable {
    var upper: Double
    var lower: Double
    var path = "a/b"
}

private enum GaugesV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Gauge.self] }

    @Model final class Gauge {
        var name: String
        init(name: String) { self.name = name }
    }
}

private enum GaugesV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Gauge.self] }

    @Model final class Gauge {
        var name: String
        var limits: [Double] = [-Double.infinity, .infinity]
        var range: Range? = Range(upper: .infinity, lower: 0)
        init(name: String) { self.name = name }
    }
}

private enum UncodableV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Gauge.self] }

    @Model final class Gauge {
        var name: String
        var value: Uncodable? = Uncodable()
        init(name: String) { self.name = name }
    }
}

/// Defaults of properties that are stored in a coded form, for objects that a migration finds.
@Suite struct CodedDefaultTests {
    private func open<Version: VersionedSchema>(_ version: Version.Type, at url: URL) throws -> ModelContext {
        let schema = Schema(versionedSchema: version)
        let configuration = ModelConfiguration(schema: schema, url: url)
        return ModelContext(try ModelContainer(for: schema, configurations: [configuration]))
    }

    /// A store of version 1 with a gauge.
    private func oldStore() throws -> TemporaryStore {
        let store = try TemporaryStore()
        let context = try open(GaugesV1.self, at: store.url)
        context.insert(GaugesV1.Gauge(name: "old"))
        try context.save()
        return store
    }

    @Test func theyAreStoredAsASaveStoresThem() throws {
        let store = try oldStore()
        let context = try open(GaugesV2.self, at: store.url)
        let old = try #require(try context.fetch(FetchDescriptor<GaugesV2.Gauge>()).first)
        #expect(old.limits == [-Double.infinity, .infinity])
        #expect(old.range == Range(upper: .infinity, lower: 0))
        context.insert(GaugesV2.Gauge(name: "new"))
        try context.save()
        let sqlite = try #require(context.container.stores.first as? SQLiteStore)
        let forms = try sqlite.connection.access { db in
            try String.fetchSet(db, sql: "SELECT limits || range FROM Gauge")
        }
        #expect(forms.count == 1, "\(forms)")
    }

    @Test func oneThatCannotBeStoredIsRefusedByName() throws {
        let store = try oldStore()
        let error = #expect(throws: MigrationError.self) { _ = try self.open(UncodableV2.self, at: store.url) }
        #expect(error?.kind == .missingValue && error?.entity == "Gauge" && error?.property == "value")
        #expect(error?.reason.contains("there is no form for it") == true, "\(error?.reason ?? "")")
        #expect(try open(GaugesV1.self, at: store.url).fetch(FetchDescriptor<GaugesV1.Gauge>()).map(\.name) == ["old"])
    }

    @Test func oneThatCannotBeStoredIsNotMissedWhereNothingNeedsIt() throws {
        let store = try TemporaryStore()
        _ = try open(GaugesV1.self, at: store.url)
        #expect(try open(UncodableV2.self, at: store.url).fetchCount(FetchDescriptor<UncodableV2.Gauge>()) == 0)
    }
}
