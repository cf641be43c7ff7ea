import Foundation
import TestSupport
import Testing

@testable import ServiceSimulation

/// Runs from seeds go well, run twice alike, and each check fails where it should.
@Suite(.serialized) struct SeedTests {
    private static func withTemplate(_ body: (ServiceTemplate) async throws -> Void) async throws {
        let template = try await ServiceTemplate(named: "tests-\(UUID().uuidString)")
        defer { try? template.remove() }
        try await body(template)
    }

    @Test func seedsGoWell() async throws {
        try await Self.withTemplate { template in
            for seed: UInt64 in 0..<(Effort.isProof ? 400 : 20) {
                let report = try await SeedRun.report(seed, template)
                #expect(
                    report.violation == nil,
                    "seed \(seed): \(report.trace.lines.suffix(6).joined(separator: "\n"))"
                )
            }
        }
    }

    @Test func twoRunsAreAlike() async throws {
        try await Self.withTemplate { template in
            for seed: UInt64 in 100..<104 {
                let digests = [
                    try await SeedRun.report(seed, template).trace.digest,
                    try await SeedRun.report(seed, template).trace.digest,
                ]
                #expect(digests[0] == digests[1], "seed \(seed)")
            }
        }
    }

    /// A part of an answer, and what stands in its place: once, in the first answer that has it.
    struct Tampering: Sendable, CustomTestStringConvertible {
        let invariant: Violation.Invariant
        let part: String
        let replacement: String
        /// What the answer must have besides.
        var other = ""

        var testDescription: String { "\(invariant.rawValue): \(part)" }
    }

    @Test(arguments: [
        Tampering(
            invariant: .outcome,
            part: "\"serverErrorCode\":\"CONFLICT\"",
            replacement: "\"serverErrorCode\":\"EXISTS\""
        ),
        Tampering(invariant: .outcome, part: "\"wasDeleted\":true", replacement: "\"wasDeleted\":false"),
        Tampering(invariant: .outcome, part: "QUOTA_EXCEEDED", replacement: "BAD_REQUEST"),
        Tampering(invariant: .record, part: "\"deviceID\":\"phone\"", replacement: "\"deviceID\":\"other\""),
        Tampering(invariant: .record, part: "\"value\":\"41\"", replacement: "\"value\":41"),
        Tampering(invariant: .record, part: "\"value\":\"milk\"", replacement: "\"value\":\"Milk\""),
        Tampering(invariant: .changeTag, part: "\"recordChangeTag\":\"3\"", replacement: "\"recordChangeTag\":\"2\""),
        Tampering(
            invariant: .feed,
            part: "\"moreComing\":true",
            replacement: "\"moreComing\":false",
            other: "\"records\""
        ),
        Tampering(invariant: .feed, part: "CHANGE_TOKEN_EXPIRED", replacement: "BAD_REQUEST", other: "\"zones\""),
        Tampering(invariant: .zones, part: "\"atomic\":true", replacement: "\"atomic\":false"),
        Tampering(
            invariant: .zones,
            part: "\"deleted\":true}]",
            replacement: "\"deleted\":false}]",
            other: "\"zones\""
        ),
    ]) func aTamperedAnswerIsNoticed(_ tampering: Tampering) async throws {
        try await Self.withTemplate { template in
            var violation: Violation?
            for seed: UInt64 in 0..<40 where violation == nil {
                var isDone = false
                violation = try await SeedRun.report(seed, template) { _, reply in
                    let text = String(decoding: reply.body, as: UTF8.self)
                    let isMeant = tampering.other.isEmpty || text.contains(tampering.other)
                    guard !isDone, isMeant, let place = text.range(of: tampering.part) else {
                        return
                    }
                    isDone = true
                    reply.body = Array(text.replacingCharacters(in: place, with: tampering.replacement).utf8)
                }.violation
                #expect(isDone == (violation != nil), "seed \(seed)")
            }
            #expect(violation?.invariant == tampering.invariant, "\(String(describing: violation))")
        }
    }

    @Test func aTokenThatIsAnotherIsNoticed() async throws {
        try await Self.withTemplate { template in
            var seen: Set<String> = []
            let violation = try await SeedRun.report(1, template) { _, reply in
                // A page that came before has another token the second time.
                let text = String(decoding: reply.body, as: UTF8.self)
                guard let token = text.firstMatch(of: /"syncToken":"([^"]+)"/) else { return }
                guard !seen.insert(String(token.1)).inserted else { return }
                reply.body = Array(text.replacing(String(token.1), with: String(token.1.reversed())).utf8)
            }.violation
            #expect(violation?.invariant == .token, "\(String(describing: violation))")
        }
    }

    @Test func anotherAnswerToARetryIsNoticed() async throws {
        try await Self.withTemplate { template in
            var violation: Violation?
            for seed: UInt64 in 0..<40 where violation?.invariant != .retry {
                var seen: Set<[UInt8]> = []
                violation = try await SeedRun.report(seed, template) { _, reply in
                    let isOfModify = String(decoding: reply.body, as: UTF8.self).hasPrefix("{\"records\":[{")
                    if isOfModify, !seen.insert(reply.body).inserted { reply.body.append(0x20) }
                }.violation
            }
            #expect(violation?.invariant == .retry)
        }
    }

    // MARK: - What the store does behind the model's back

    private func violation(
        _ intervention: @escaping (ServiceRun, DatabaseID, ModelZone) async throws -> Void
    ) async throws
        -> Violation?
    {
        var found: Violation?
        try await Self.withTemplate { template in
            for seed: UInt64 in 0..<40 where found == nil {
                var isDone = false
                found = try await SeedRun.report(
                    seed,
                    template,
                    intervening: { _, run in
                        let id = DatabaseID(user: 0)
                        let zone = run.model[id].liveZones.first { $0.liveCount > 0 && !$0.tombstones.isEmpty }
                        guard !isDone, let zone else { return }
                        isDone = true
                        try await intervention(run, id, zone)
                    }
                ).violation
            }
        }
        return found
    }

    @Test func aReaderWhoLacksARecordIsNoticed() async throws {
        let violation = try await violation { run, id, zone in
            var reader = ReplicaReader(database: id, zone: zone.name)
            try await reader.fetch(pages: 200, in: run)
            run.model.update(id, zone.name) { $0.prune(zone.liveVersions[0].name) }
            for _ in 0..<9 { try await reader.fetch(pages: 200, in: run) }
        }
        #expect(violation?.invariant == .reader, "\(String(describing: violation))")
    }

    @Test func aRecordTooManyIsNoticed() async throws {
        let violation = try await violation { run, id, zone in
            run.model.update(id, zone.name) { $0.prune(zone.liveVersions[0].name) }
            try await run.verify()
        }
        #expect(violation?.invariant == .structure, "\(String(describing: violation))")
    }

    @Test func tombstonesThatAreGoneAreNoticed() async throws {
        let violation = try await violation { run, _, _ in
            _ = try await run.service.server.records.pruneTombstones(before: .max, limit: 1_000)
            for _ in 0..<9 { try await run.prune() }
        }
        #expect(violation?.invariant == .housekeeping, "\(String(describing: violation))")
    }

    @Test func aLossOfWhichNobodyIsToldIsNoticed() async throws {
        let violation = try await violation { run, _, _ in
            run.lossCount += 1
            try run.checkReports()
        }
        #expect(violation?.invariant == .report)
    }
}
