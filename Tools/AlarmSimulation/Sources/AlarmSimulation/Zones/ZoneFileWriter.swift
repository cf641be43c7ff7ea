/// Writes a zone as a file in the format TZif (RFC 9636), in one of the ways in which compilers of zones do.
struct ZoneFileWriter {
    /// Where the parts of a file lie, for whoever spoils them.
    struct File {
        var bytes: [UInt8] = []
        /// The places of the moments of the part that is read.
        var moments = 0..<0
        /// The places of the kinds of its changes.
        var kinds = 0..<0
        /// The place of the head of the part that is read.
        var head = 0
        /// The place of the footer, its line ends included; empty without one.
        var footer = 0..<0
        var momentSize = 8
    }

    private struct Kind {
        var offset: Int
        var isSummer: Bool
        var letters: Int
    }

    private var random: StoryRandom
    private let zone: SimulatedZone
    private var kinds: [Kind] = []
    /// Changes of the file with the places of their kinds.
    private var listed: [(second: Int, kind: Int)] = []

    static let lowest = -2_147_483_648
    static let highest = 2_147_483_647
    private static let letters = Array("LMT\0CET\0CEST\0".utf8)

    init(_ zone: SimulatedZone, random: StoryRandom) {
        (self.zone, self.random) = (zone, random)
        kinds = [Kind(offset: zone.firstOffset, isSummer: false, letters: 0)]
        for change in zone.changes { listed.append((change.second, kind(for: change.offset))) }
        // A kind that no change names.
        if self.random.flip() { kinds.append(Kind(offset: 4_321, isSummer: true, letters: 4)) }
    }

    private mutating func kind(for offset: Int) -> Int {
        let known = kinds.indices.filter { kinds[$0].offset == offset }
        if !known.isEmpty, !random.once(in: 3) || kinds.count > 200 { return random.pick(known) }
        kinds.append(Kind(offset: offset, isSummer: random.flip(), letters: random.pick([0, 4, 8])))
        return kinds.count - 1
    }

    /// Whether the first version of the format can say all that the zone does.
    static func fitsFirstVersion(_ zone: SimulatedZone) -> Bool {
        zone.rule == nil && zone.changes.allSatisfy { (lowest...highest).contains($0.second) }
    }

    /// The file, with a text for its rule; an empty one stands for none.
    mutating func file(rule: String) -> File {
        if rule.isEmpty, Self.fitsFirstVersion(zone), random.flip() { return part(version: 0, momentSize: 4, listed) }
        let version = UInt8(ascii: "2") + UInt8(random.number(0...2))
        let narrow = random.flip() ? [] : listed.filter { (Self.lowest...Self.highest).contains($0.second) }
        var file = part(version: version, momentSize: 4, narrow)
        let wide = part(version: version, momentSize: 8, listed)
        let start = file.bytes.count
        file.bytes += wide.bytes
        let footer = file.bytes.count
        file.bytes += Array("\n\(rule)\n".utf8)
        return File(
            bytes: file.bytes,
            moments: start + wide.moments.lowerBound..<start + wide.moments.upperBound,
            kinds: start + wide.kinds.lowerBound..<start + wide.kinds.upperBound,
            head: start,
            footer: footer..<file.bytes.count
        )
    }

    private mutating func part(version: UInt8, momentSize: Int, _ listed: [(second: Int, kind: Int)]) -> File {
        let leaps = random.pick([0, 0, 1, 3])
        let (standard, universal) = (random.flip() ? kinds.count : 0, random.flip() ? kinds.count : 0)
        var file = File(momentSize: momentSize)
        file.bytes = Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15)
        for count in [universal, standard, leaps, listed.count, kinds.count, Self.letters.count] {
            file.bytes += Self.bigEndian(count, bytes: 4)
        }
        let start = file.bytes.count
        for change in listed { file.bytes += Self.bigEndian(change.second, bytes: momentSize) }
        file.moments = start..<file.bytes.count
        for change in listed { file.bytes.append(UInt8(change.kind)) }
        file.kinds = file.moments.upperBound..<file.bytes.count
        for kind in kinds {
            file.bytes += Self.bigEndian(kind.offset, bytes: 4) + [kind.isSummer ? 1 : 0, UInt8(kind.letters)]
        }
        file.bytes += Self.letters
        for leap in 0..<leaps {
            file.bytes += Self.bigEndian(78_796_800 + leap * 31_536_000, bytes: momentSize)
            file.bytes += Self.bigEndian(leap + 1, bytes: 4)
        }
        file.bytes += Array(repeating: 1, count: standard) + Array(repeating: 0, count: universal)
        return file
    }

    static func bigEndian(_ number: Int, bytes count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
