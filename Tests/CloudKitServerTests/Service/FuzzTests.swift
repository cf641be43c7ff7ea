import CloudKitWebServices
import Testing

@testable import CloudKitServer

@Suite("Requests spoiled at random")
struct FuzzTests {
    private static let writers: Set<ServiceEndpoint> = [.modifyRecords, .modifyZones, .modifySubscriptions]
    private static let words = [
        "null", "true", "[]", "{}", "\"\"", "-1", "0.5", "1e999", "9223372036854775808", "\"\\ud800\"", "\"_\"",
        "\"é\"",
        "\"__defaultOwner__\"", "\"_defaultZone\"", "\"\\u0000\"", String(repeating: "[", count: 70), "\"Users\"",
        "\"cloudkit.share\"", "{\"zoneName\":\"Nowhere\"}", "{\"a\":1,\"a\":2}",
        "\"" + String(repeating: "x", count: 300) + "\"",
    ]

    @Test("None does more than be refused, and what is refused changes nothing", arguments: Setting.inProcess)
    func mutations(_ setting: Setting) async throws {
        let seed = UInt64.random(in: 1...UInt64.max)
        var generator = SeededGenerator(seed: seed)
        // What is refused, the service refuses before any store; so one of them gets most.
        let count = setting.store == .embedded ? 3_000 : 600
        let plan = (0..<count).map { _ in Request(&generator) }
        try await setting.run { world in
            let user = try await world.user("anna")
            try await user.zone(.create, "Notes")
            _ = try await user.saved("A", ["n": .int64(1), "title": .string("x")])
            for sample in EndpointSamples.all {
                let reply = try await user.post(sample.endpoint, sample.body, in: sample.database)
                let isSharing = [.resolveRecords, .acceptRecords].contains(sample.endpoint)
                #expect(reply.status == (isSharing ? 403 : 200), "\(sample.endpoint): \(reply.text)")
            }
            var before = try await user.marks()
            var refusals = 0
            for request in plan {
                let (path, body) = (request.path(of: user), request.body)
                let reply = try await world.send(request.method, path, body, headers: request.headers)
                let text =
                    "seed \(seed): \(request.method) \(path) \(String(decoding: body, as: UTF8.self)): \(reply.text)"
                #expect(reply.status < 500, "\(text)")
                if reply.status >= 400 {
                    refusals += 1
                    let isWhole = reply.error?.reason != nil
                    let isBatch = (try? reply.read(ModifyRecordsResponse.self)) != nil
                    #expect(isWhole || isBatch, "\(text)")
                    #expect(try await user.marks() == before, "\(text)")
                } else if Self.writers.contains(request.sample.endpoint) {
                    before = try await user.marks()
                }
            }
            // The spoiling must neither leave everything whole nor break everything at the gate.
            #expect(refusals > count / 4 && refusals < count * 19 / 20, "seed \(seed): \(refusals)")
            let sample = try #require(EndpointSamples.all.first)
            #expect(
                try await user.post(sample.endpoint, sample.body, in: sample.database).status == 200,
                "seed \(seed)"
            )
        }
    }

    /// A request of which something is wrong, most likely.
    private struct Request: Sendable {
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
            let word = FuzzTests.words[Int.random(in: 0..<FuzzTests.words.count, using: &generator)]
            body.replaceSubrange((colon + 1)..<end, with: Array(word.utf8))
        }

        private mutating func renameKey(_ generator: inout SeededGenerator) {
            let starts = body.indices.filter { body[$0] == UInt8(ascii: "\"") }
            guard let quote = starts.randomElement(using: &generator), quote + 1 < body.count else { return }
            body.insert(UInt8(ascii: "x"), at: quote + 1)
        }

        func path(of user: User) -> String {
            let path = user.path(sample.endpoint, sample.database)
            guard let spoilsPath else { return path }
            var bytes = Array(path.utf8)
            // What stands there must stay a path that can be sent at all.
            bytes[1 + spoilsPath % (bytes.count - 1)] = UInt8(ascii: "a") + UInt8(chance % 26)
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
