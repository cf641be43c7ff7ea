import CloudKitWebServices
import Foundation
import Testing

@testable import CloudKitServer

@Suite("The service's description")
struct DescriptionTests {
    private static let methods: Set<String> = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]

    private static func document() throws -> [String: Any] {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        let data = try Data(contentsOf: root.appending(path: "Documentation/openapi.json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("It has every route of the dispatcher, and no other")
    func routes() throws {
        let paths = try #require(try Self.document()["paths"] as? [String: [String: Any]])
        let described = Set(
            paths.flatMap { path, operations in
                operations.keys.filter(Self.methods.contains).map { "\($0.uppercased()) \(path)" }
            }
        )
        let endpoints = ServiceEndpoint.allCases.flatMap { endpoint in
            let place = "1/{container}/{environment}"
            let path = endpoint.isForDevice ? "/device/\(place)" : "/database/\(place)/{database}"
            return endpoint.methods.map { "\($0) \(path)/\(endpoint.rawValue)" }
        }
        let others = PlainRoute.allCases.flatMap { route in route.methods.map { "\($0) \(route.template)" } }
        let pages = SignInPath.allCases.flatMap { page in page.methods.map { "\($0) \(page.rawValue)" } }
        let served = Set(endpoints + others + pages)
        #expect(served.subtracting(described).sorted() == [])
        #expect(described.subtracting(served).sorted() == [])
        #expect(served.count == endpoints.count + others.count + pages.count)
    }

    @Test("Its paths lead to the routes they are said to")
    func paths() throws {
        let paths = try #require(try Self.document()["paths"] as? [String: Any])
        for template in paths.keys {
            var path = template
            for (name, value) in [
                ("container", World.container), ("environment", "production"), ("database", "public"), ("address", "a"),
                ("fileName", "f"),
            ] { path = path.replacing("{\(name)}", with: value) }
            #expect(!path.contains("{"), "\(template)")
            if let route = PlainRoute(path: path) {
                #expect(route.template == template)
            } else if SignInPath(rawValue: path) == nil {
                #expect(template.hasSuffix(try ServicePath(parsing: path).endpoint.rawValue))
            }
        }
    }

    @Test("Everything that it refers to is in it, and it uses everything that is")
    func references() throws {
        let document = try Self.document()
        #expect(document["openapi"] as? String == "3.1.0")
        let components = try #require(document["components"] as? [String: [String: Any]])
        let text = String(
            decoding: try JSONSerialization.data(withJSONObject: document, options: .withoutEscapingSlashes),
            as: UTF8.self
        )
        let used = Set(text.matches(of: #/"\$ref":"#\/components\/(\w+)\/(\w+)"/#).map { "\($0.1)/\($0.2)" })
        let kinds = ["schemas", "responses", "parameters"]
        let defined = Set(kinds.flatMap { kind in components[kind, default: [:]].keys.map { "\(kind)/\($0)" } })
        #expect(used.symmetricDifference(defined).sorted() == [])
    }
}
