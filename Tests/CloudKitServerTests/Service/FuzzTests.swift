import CloudKitWebServices
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("Requests spoiled at random")
struct FuzzTests {
    private static let writers: Set<ServiceEndpoint> = [.modifyRecords, .modifyZones, .modifySubscriptions]

    @Test("None does more than be refused, and what is refused changes nothing", arguments: Setting.inProcess)
    func mutations(_ setting: Setting) async throws {
        let seed = Effort.seed
        var generator = SeededGenerator(seed: seed)
        // What is refused, the service refuses before any store; so one of them gets most.
        let count = setting.store == .embedded ? Effort.rounds(800, proof: 10_000) : Effort.rounds(200, proof: 2_000)
        let plan = (0..<count).map { _ in SpoiledRequest(&generator) }
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
                let path = request.path(spoiling: user.path(request.sample.endpoint, request.sample.database))
                let body = request.body
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
}
