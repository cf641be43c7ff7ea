import Foundation

/// Makes JSON documents from a seed, spelled in as many ways as JSON allows.
struct RandomJSON {
    private var generator: SeededGenerator
    private var text: [UInt8] = []

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// A document of some ten to some hundred bytes.
    static func document(seed: UInt64) -> [UInt8] {
        var maker = RandomJSON(seed: seed)
        maker.blanks()
        maker.value(depth: 0)
        maker.blanks()
        return maker.text
    }

    private mutating func value(depth: Int) {
        switch Int.random(in: 0..<(depth < 5 ? 8 : 6), using: &generator) {
        case 0: put(generator.pick(["null", "true", "false"]))
        case 1, 2: number()
        case 3, 4, 5: string()
        case 6: container("[", "]") { $0.value(depth: depth + 1) }
        default: object(depth: depth)
        }
    }

    private mutating func object(depth: Int) {
        var names = 0
        container("{", "}") { maker in
            names += 1
            // A counter keeps the keys apart: what happens to equal ones is another test's matter.
            maker.put("\"k\(names)")
            maker.characters()
            maker.put("\"")
            maker.blanks()
            maker.put(":")
            maker.blanks()
            maker.value(depth: depth + 1)
        }
    }

    private mutating func container(_ opening: String, _ closing: String, entry: (inout RandomJSON) -> Void) {
        put(opening)
        blanks()
        for index in 0..<Int.random(in: 0...4, using: &generator) {
            if index > 0 {
                put(",")
                blanks()
            }
            entry(&self)
            blanks()
        }
        put(closing)
    }

    private mutating func number() {
        if generator.chance(40) { put("-") }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: put("0")
        case 1: put(String(Int64.random(in: 1...Int64.max, using: &generator)))
        case 2: put("\(Int.random(in: 0...99, using: &generator)).\(Int.random(in: 0...99_999, using: &generator))")
        case 3: put("\(Double.random(in: 0...1, using: &generator))")
        case 4:
            put("\(Int.random(in: 1...9, using: &generator))\(generator.pick(["e", "E"]))")
            put("\(generator.pick(["", "+", "-"]))\(Int.random(in: 0...300, using: &generator))")
        default: put(String(Int.random(in: 1...1_000, using: &generator)))
        }
    }

    private mutating func string() {
        put("\"")
        characters()
        put("\"")
    }

    private mutating func characters() {
        for _ in 0..<Int.random(in: 0...(generator.chance(10) ? 60 : 12), using: &generator) {
            switch Int.random(in: 0..<12, using: &generator) {
            case 0: put(generator.pick(["\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t"]))
            case 1: put(generator.pick(["\\u0041", "\\u00e9", "\\u4E2d", "\\ud83d\\udca1", "\\u0000", "\\uFFFF"]))
            case 2: put(generator.pick(["é", "中", "💡", "\u{7F}", "\u{2028}", "e\u{301}"]))
            default: put(generator.pick(["a", "Z", "0", " ", "-", "/", "'", "{", "]", ",", ":", "~"]))
            }
        }
    }

    private mutating func blanks() {
        while generator.chance(15) { put(generator.pick([" ", "\n", "\t", "\r"])) }
    }

    private mutating func put(_ string: String) {
        text += Array(string.utf8)
    }
}

extension RandomJSON {
    /// The document with one to four accidents: a byte changed, lost, doubled, moved in from elsewhere, or the end cut.
    static func mutated(_ document: [UInt8], seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var bytes = document
        for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 1...255, using: &generator)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(bytes[place], at: place)
            case 3: bytes.insert(generator.pick(Array("{}[]\",:\\0123456789eE+-.untrfalsu ".utf8)), at: place)
            case 4: bytes[place] = bytes[Int.random(in: 0..<bytes.count, using: &generator)]
            default: if generator.chance(10) { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }
}
