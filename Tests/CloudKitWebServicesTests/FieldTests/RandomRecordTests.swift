import CloudKitWebServices
import Testing

/// Records from seeds, there and back; a failure prints the seed.
struct RandomRecordTests {
    @Test(arguments: [1, 2, 3] as [UInt64])
    func recordsComeBackFromAnySpelling(_ start: UInt64) throws {
        for seed in start * 1_000..<start * 1_000 + 300 {
            var generator = SeededGenerator(seed: seed)
            let record = Self.record(using: &generator)
            #expect(try WireRecord(json: record.json()) == record, "seed \(seed)")
            #expect(try WireRecord(json: record.json(numbersAsStrings: true)) == record, "seed \(seed), as strings")
            // Foundation's reading of it, written in the order of a dictionary: types before values, whole reals as 5.
            let shuffled = try JSONMeaning(record.json()).json()
            #expect(try WireRecord(json: shuffled) == record, "seed \(seed), shuffled")
        }
    }

    private static func record(using generator: inout SeededGenerator) -> WireRecord {
        var record = WireRecord(recordName: text(using: &generator))
        if generator.chance(80) { record.recordType = text(using: &generator) }
        if generator.chance(50) { record.recordChangeTag = text(using: &generator) }
        if generator.chance(50) { record.deleted = generator.chance(50) }
        if generator.chance(50) { record.zoneID = zoneID(using: &generator) }
        for index in 0..<Int.random(in: 0...(generator.chance(5) ? 60 : 10), using: &generator) {
            record.fields["f\(index)" + text(using: &generator)] = WireField(
                value(using: &generator),
                isEncrypted: generator.chance(10)
            )
        }
        if generator.chance(50) {
            record.created = WireAuthorship(
                timestamp: moment(using: &generator),
                userRecordName: text(using: &generator),
                deviceID: generator.chance(50) ? text(using: &generator) : nil
            )
        }
        if generator.chance(20) { record.parent = reference(using: &generator) }
        return record
    }

    private static func value(using generator: inout SeededGenerator) -> WireValue {
        let count = Int.random(in: 0...3, using: &generator)
        return switch Int.random(in: 0..<13, using: &generator) {
        case 0, 1: .string(text(using: &generator))
        case 2: .int64(Int64(bitPattern: generator.next()) >> Int64.random(in: 0...63, using: &generator))
        case 3: .double(real(using: &generator))
        case 4: .timestamp(moment(using: &generator))
        case 5: .bytes(bytes(using: &generator))
        case 6: .reference(reference(using: &generator))
        case 7: .strings((0..<count).map { _ in text(using: &generator) })
        case 8: .doubles((0..<count).map { _ in real(using: &generator) })
        case 9: .bytesList((0..<count).map { _ in bytes(using: &generator) })
        case 10: .references((0..<count).map { _ in reference(using: &generator) })
        case 11:
            .location(
                WireLocation(latitude: real(using: &generator), longitude: 0, timestamp: moment(using: &generator))
            )
        default: .asset(WireAsset(fileChecksum: text(using: &generator), size: 7))
        }
    }

    private static func text(using generator: inout SeededGenerator) -> String {
        let letters = ["a", "B", "7", "\"", "\\", "\n", "é", "中", "💡", " ", "/", "\u{1}", "e\u{301}"]
        return (0..<Int.random(in: 0...24, using: &generator)).map { _ in generator.pick(letters) }.joined()
    }

    private static func real(using generator: inout SeededGenerator) -> Double {
        if generator.chance(30) { return Double(Int.random(in: -9...9, using: &generator)) + 0 }
        return Double.random(in: -1_000...1_000, using: &generator)
    }

    private static func moment(using generator: inout SeededGenerator) -> WireTimestamp {
        WireTimestamp(milliseconds: Int64.random(in: -1_000...1_800_000_000_000, using: &generator))
    }

    private static func bytes(using generator: inout SeededGenerator) -> [UInt8] {
        (0..<Int.random(in: 0...20, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    private static func reference(using generator: inout SeededGenerator) -> WireReference {
        WireReference(
            recordName: text(using: &generator),
            action: generator.pick([nil] + WireReference.Action.allCases.map(Optional.some)),
            zoneID: generator.chance(30) ? zoneID(using: &generator) : nil
        )
    }

    private static func zoneID(using generator: inout SeededGenerator) -> WireZoneID {
        WireZoneID(
            zoneName: text(using: &generator),
            ownerRecordName: generator.chance(50) ? text(using: &generator) : nil
        )
    }
}
