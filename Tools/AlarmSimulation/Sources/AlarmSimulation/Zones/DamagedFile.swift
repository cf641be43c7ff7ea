/// Spoils files of zones.
struct DamagedFile {
    private var random: StoryRandom

    init(_ random: StoryRandom) { self.random = random }

    /// The file in a state that no reader may accept, with the name of the damage.
    mutating func refused(_ file: ZoneFileWriter.File) -> (name: String, bytes: [UInt8]) {
        var bytes = file.bytes
        let changes = file.kinds.count
        switch random.number(1...8) {
        case 1: return ("cut", Array(bytes[..<random.number(0...bytes.count - 1)]))
        case 2: return ("cut before its end", Array(bytes.dropLast(random.number(1...min(20, bytes.count)))))
        case 3:
            let place = random.flip() ? 0 : file.head
            bytes[place + random.number(0...3)] ^= 0x20
            return ("other letters in front", bytes)
        case 4 where changes > 0:
            bytes[file.kinds.lowerBound + random.number(0...changes - 1)] = random.pick([255, Self.kindCount(of: file)])
            return ("a kind that is not there", bytes)
        case 5 where changes > 1:
            let index = random.number(0...changes - 2)
            let size = file.momentSize
            let (first, second) = (file.moments.lowerBound + index * size, file.moments.lowerBound + (index + 1) * size)
            let isEqual = random.flip()
            for offset in 0..<size {
                if isEqual {
                    bytes[second + offset] = bytes[first + offset]
                } else {
                    bytes.swapAt(first + offset, second + offset)
                }
            }
            return (isEqual ? "two changes at once" : "changes in another order", bytes)
        case 6:
            let count = file.head + 20 + random.number(0...5) * 4
            bytes[count] = random.pick([0x80, 0xff, 0x7f])
            return ("a count that cannot be", bytes)
        case 7 where !file.footer.isEmpty:
            bytes[file.footer.lowerBound] = UInt8(ascii: "x")
            return ("no line end before the rule", bytes)
        case 8 where !file.footer.isEmpty:
            var rules = RuleGenerator(StoryRandom(seed: random.next()))
            bytes.replaceSubrange(file.footer, with: Array("\n\(rules.wrongText())\n".utf8))
            return ("no rule in the footer", bytes)
        default:
            bytes.replaceSubrange(file.head + 36..<file.head + 40, with: [0, 0, 0, 0])
            return ("no kinds", bytes)
        }
    }

    /// The first number that names no kind.
    private static func kindCount(of file: ZoneFileWriter.File) -> UInt8 { file.bytes[file.head + 39] }

    /// The file with some bytes that are others; it may be sound all the same.
    mutating func spoiled(_ file: ZoneFileWriter.File) -> [UInt8] {
        var bytes = file.bytes
        for _ in 0..<random.number(1...4) {
            let place = random.number(0...bytes.count - 1)
            bytes[place] = UInt8(random.number(0...255))
        }
        return bytes
    }
}
