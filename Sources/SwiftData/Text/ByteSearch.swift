import Foundation

/// Looks for a byte sequence by the member that is likely to be rarest.
struct ByteSearch {
    let needle: [UInt8]
    private let rare: Int

    init(_ needle: [UInt8]) {
        self.needle = needle
        var rare = 0
        for index in needle.indices where Self.frequency(needle[index]) < Self.frequency(needle[rare]) { rare = index }
        self.rare = rare
    }

    /// The first occurrence at or after `start`.
    func first(in text: TextBytes, from start: Int = 0) -> Int? {
        guard let base = text.baseAddress, let wanted = needle.first.map({ _ in needle[rare] }) else { return nil }
        var position = start + rare
        let last = text.count - needle.count + rare
        while position <= last {
            guard let found = memchr(base + position, Int32(wanted), last - position + 1) else { return nil }
            let index = UnsafeRawPointer(found) - UnsafeRawPointer(base) - rare
            if memcmp(base + index, needle, needle.count) == 0 { return index }
            position = index + rare + 1
        }
        return nil
    }

    /// A rank by how often a byte stands in texts: space and common letters high, UTF-8's continuation bytes in
    /// between.
    static func frequency(_ byte: UInt8) -> Int {
        switch byte {
        case 0x20: 100
        case 0xE4...0xE9: 90
        case 0x80...0xBF: 20
        case 0xC0...0xFF: 40
        default: letters[Int(byte | 0x20)]
        }
    }

    private static let letters: [Int] = {
        var ranks = [Int](repeating: 5, count: 128)
        for (position, letter) in "zqxjkvbpygfwmucldrhsnioate".utf8.enumerated() {
            ranks[Int(letter)] = 10 + 3 * position
        }
        return ranks
    }()
}
