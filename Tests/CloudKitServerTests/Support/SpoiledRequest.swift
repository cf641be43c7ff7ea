import CloudKitWebServices

@testable import CloudKitServer

/// A request of which something is wrong, most likely.
struct SpoiledRequest: Sendable {
    private static let words = [
        "null", "true", "[]", "{}", "\"\"", "-1", "0.5", "1e999", "9223372036854775808", "\"\\ud800\"", "\"_\"",
        "\"é\"",
        "\"__defaultOwner__\"", "\"_defaultZone\"", "\"\\u0000\"", String(repeating: "[", count: 70), "\"Users\"",
        "\"cloudkit.share\"", "{\"zoneName\":\"Nowhere\"}", "{\"a\":1,\"a\":2}",
        "\"" + String(repeating: "x", count: 300) + "\"",
    ]

    let sample: EndpointSamples.Sample
    var method = "POST"
    var body: [UInt8]
    var headers: [String: String] = [:]
    var spoilsPath: Int?
    let chance: UInt64

    init(_ generator: inout SeededGenerator) {
        let samples = EndpointSamples.all
        sample = samples[Int.random(in: 0..<samples.count, using: &generator)]
        body = Array(sample.body.utf8)
        chance = generator.next()
        for _ in 0..<Int.random(in: 1...3, using: &generator) { spoil(&generator) }
    }

    private mutating func spoil(_ generator: inout SeededGenerator) {
        switch Int.random(in: 0..<24, using: &generator) {
        case 0: method = ["GET", "PUT", "DELETE", "PATCH", "HEAD"][Int(chance % 5)]
        case 1: spoilsPath = Int.random(in: 0..<1_000, using: &generator)
        case 2: headers[ServiceHeader.requestUUID] = chance % 2 == 0 ? "x" : "4d3c0000-0000-0000-0000-000000000000"
        case 3: headers["Content-Encoding"] = "gzip"
        case 4...9: replaceWord(&generator)
        case 10...14: changeByte(&generator)
        case 15...17: cut(&generator)
        case 18...20: double(&generator)
        default: renameKey(&generator)
        }
    }

    private mutating func changeByte(_ generator: inout SeededGenerator) {
        guard !body.isEmpty else { return }
        body[Int.random(in: 0..<body.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
    }

    private mutating func cut(_ generator: inout SeededGenerator) {
        guard body.count > 2 else { return }
        let start = Int.random(in: 0..<body.count, using: &generator)
        body.removeSubrange(start..<min(body.count, start + Int.random(in: 1...20, using: &generator)))
    }

    private mutating func double(_ generator: inout SeededGenerator) {
        guard body.count > 2 else { return }
        let start = Int.random(in: 0..<body.count, using: &generator)
        let piece = body[start..<min(body.count, start + Int.random(in: 1...60, using: &generator))]
        body.insert(contentsOf: piece, at: Int.random(in: 0...body.count, using: &generator))
    }

    /// Puts another JSON value in the place of one.
    private mutating func replaceWord(_ generator: inout SeededGenerator) {
        let starts = body.indices.filter { body[$0] == UInt8(ascii: ":") }
        guard let colon = starts.randomElement(using: &generator) else { return }
        let ends = [UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]")]
        let end = body[colon...].firstIndex { ends.contains($0) } ?? body.endIndex
        let word = Self.words[Int.random(in: 0..<Self.words.count, using: &generator)]
        body.replaceSubrange((colon + 1)..<end, with: Array(word.utf8))
    }

    private mutating func renameKey(_ generator: inout SeededGenerator) {
        let starts = body.indices.filter { body[$0] == UInt8(ascii: "\"") }
        guard let quote = starts.randomElement(using: &generator), quote + 1 < body.count else { return }
        body.insert(UInt8(ascii: "x"), at: quote + 1)
    }

    /// The path of the sample's endpoint, with what is wrong in it.
    func path(spoiling path: String) -> String {
        guard let spoilsPath else { return path }
        var bytes = Array(path.utf8)
        // What stands there must stay a path that can be sent at all.
        bytes[1 + spoilsPath % (bytes.count - 1)] = UInt8(ascii: "a") + UInt8(chance % 26)
        return String(decoding: bytes, as: UTF8.self)
    }
}
