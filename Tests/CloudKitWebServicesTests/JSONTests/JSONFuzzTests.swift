import CloudKitWebServices
import Testing

/// The wire's reader beside Foundation's, on documents from seeds.
///
/// A failure prints the seed and the document.
struct JSONFuzzTests {
    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func documentsMeanTheSame(_ start: UInt64) throws {
        for seed in start * 1_000_000..<start * 1_000_000 + 500 {
            let document = RandomJSON.document(seed: seed)
            let expected = try JSONMeaning(document)
            let found = try JSONMeaning(json: document)
            #expect(found == expected, "seed \(seed): \(text(document))")
            #expect(try JSONMeaning(json: found.json()) == expected, "seed \(seed), written and read again")
            #expect(try JSONMeaning(found.json()) == expected, "seed \(seed), written and read by Foundation")
            #expect(try RawJSON(document).read(as: JSONMeaning.self) == expected, "seed \(seed), kept as it came")
        }
    }

    /// Both take the same damaged documents for JSON, and then mean the same by them.
    ///
    /// In a run over 240,000 of them they differed in one thing: Foundation lets a comma stand before a closing brace,
    /// which JSON does not.
    @Test(arguments: [11, 12, 13, 14] as [UInt64])
    func damagedDocumentsAreJudgedTheSame(_ start: UInt64) {
        var refused = 0
        for seed in start * 1_000_000..<start * 1_000_000 + 1_500 {
            let document = RandomJSON.mutated(RandomJSON.document(seed: seed), seed: seed)
            let expected = try? JSONMeaning(document)
            do throws(JSONError) {
                let found = try JSONMeaning(json: document)
                #expect(found == expected, "seed \(seed): \(text(document))")
            } catch {
                refused += 1
                let isExplained = expected == nil || error.expected == "another entry after the comma"
                #expect(isExplained, "seed \(seed): \(error) \(text(document))")
                #expect(0...document.count ~= error.offset, "seed \(seed)")
            }
        }
        #expect(refused > 300, "the damage does show")
    }

    /// What is skipped is checked as closely as what is read; only whether a number fits, reading alone can tell.
    @Test(arguments: [21, 22] as [UInt64])
    func skippingAndReadingAgree(_ start: UInt64) {
        for seed in start * 1_000_000..<start * 1_000_000 + 1_500 {
            let document = RandomJSON.mutated(RandomJSON.document(seed: seed), seed: seed)
            let isSkipped = (try? RawJSON(document)) != nil
            do throws(JSONError) {
                _ = try JSONMeaning(json: document)
                #expect(isSkipped, "seed \(seed): \(text(document))")
            } catch {
                let isTooLarge = error.expected.hasPrefix("a number that a 64-bit")
                #expect(!isSkipped || isTooLarge, "seed \(seed): \(error) \(text(document))")
            }
        }
    }

    /// Damaged answers and requests are an error, never worse.
    ///
    /// What is taken is JSON, and comes back.
    @Test(arguments: [31, 32, 33] as [UInt64])
    func damagedAnswersAreNoTrouble(_ start: UInt64) throws {
        let spaced = try Golden.names.map(Golden.bytes)
        // Without blanks too: fields that are written as nearly all are take a shorter way.
        let documents =
            try spaced + spaced.map { try JSONMeaning(json: $0).json() } + [
                ModifyRecordsResponse(json: Golden.bytes("records-modify-response")).json(),
                Array("{\"records\":[{\"recordName\":\"A\",\"fields\":".utf8) + GoldenFields.all.json()
                    + Array("}]}".utf8),
            ]
        for seed in start * 1_000_000..<start * 1_000_000 + 2_500 {
            var generator = SeededGenerator(seed: seed)
            let document = RandomJSON.mutated(generator.pick(documents), seed: seed)
            try expectSense(of: document, as: ModifyRecordsResponse.self, seed: seed)
            try expectSense(of: document, as: ModifyRecordsRequest.self, seed: seed)
            try expectSense(of: document, as: QueryRecordsRequest.self, seed: seed)
            try expectSense(of: document, as: ZoneChangesResponse.self, seed: seed)
            try expectSense(of: document, as: WireFields.self, seed: seed)
        }
    }

    private func expectSense<Value: WireReadable & WireWritable & Equatable>(
        of document: [UInt8],
        as type: Value.Type,
        seed: UInt64
    ) throws {
        guard let value = try? Value(json: document) else { return }
        #expect(throws: Never.self, "seed \(seed): \(text(document))") { try RawJSON(document) }
        #expect(try Value(json: value.json()) == value, "seed \(seed): \(text(document))")
    }

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).debugDescription
    }
}
