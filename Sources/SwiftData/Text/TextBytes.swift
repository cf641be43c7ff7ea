import Foundation

/// The UTF-8 bytes of a text.
typealias TextBytes = UnsafeBufferPointer<UInt8>

extension TextBytes {
    /// Whether every byte is ASCII; eight at a time.
    var isASCII: Bool {
        guard let base = baseAddress else { return true }
        let raw = UnsafeRawPointer(base)
        var offset = 0
        while offset + 8 <= count {
            if raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            offset += 8
        }
        while offset < count {
            if base[offset] >= 0x80 { return false }
            offset += 1
        }
        return true
    }

    /// Whether all is ASCII or unified ideographs: scalars that folding leaves alone, but for the case of ASCII
    /// letters, and that never join with a neighbour.
    var isInert: Bool {
        var offset = 0
        while offset < count {
            if self[offset] < 0x80 {
                offset += 1
            } else if isIdeograph(at: offset) {
                offset += 3
            } else {
                return false
            }
        }
        return true
    }

    /// Whether a unified ideograph of U+4E00…U+9FFF begins here.
    @inline(__always)
    func isIdeograph(at offset: Int) -> Bool {
        let byte = self[offset]
        guard byte >= 0xE4, byte <= 0xE9, offset + 2 < count else { return false }
        return byte > 0xE4 || self[offset + 1] >= 0xB8
    }

    /// The ideograph that begins here.
    @inline(__always)
    func ideograph(at offset: Int) -> UInt32 {
        UInt32(self[offset] & 0x0F) << 12 | UInt32(self[offset + 1] & 0x3F) << 6 | UInt32(self[offset + 2] & 0x3F)
    }

    /// The text as a `String`.
    var string: String { String(decoding: self, as: UTF8.self) }

    func isEqual(to other: TextBytes) -> Bool {
        guard count == other.count else { return false }
        guard let base = baseAddress, let otherBase = other.baseAddress else { return true }
        return memcmp(base, otherBase, count) == 0
    }
}

extension String {
    /// Calls `body` with the bytes, without copying where the text is native.
    func withTextBytes<Result>(_ body: (TextBytes) throws -> Result) rethrows -> Result {
        if let result = try utf8.withContiguousStorageIfAvailable(body) { return result }
        var copy = self
        return try copy.withUTF8(body)
    }
}
