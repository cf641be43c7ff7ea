import Foundation

/// Bytes that their first ones describe, so that a model in memory need not keep them.
enum SeededData {
    /// Bytes from which on a value lies in a file of its own.
    static let largeCount = 128 * 1_024 + 1

    static func make(seed: Int, count: Int) -> Data {
        guard count > 0 else { return Data() }
        var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: seed), count: count)
        for place in 0..<min(8, count) { bytes[place] = UInt8(truncatingIfNeeded: seed >> (8 * place)) }
        // A byte of each sector says where it belongs: sectors that change places are noticed.
        for place in stride(from: 511, to: count, by: 512) {
            bytes[place] = UInt8(truncatingIfNeeded: place / 512 + seed)
        }
        return Data(bytes)
    }

    /// A text that tells data apart: what they were made of, or that they were not made here.
    static func describe(_ data: Data) -> String {
        guard !data.isEmpty else { return "data 0" }
        var seed = 0
        for (place, byte) in data.prefix(8).enumerated() { seed |= Int(byte) << (8 * place) }
        guard make(seed: seed, count: data.count) == data else { return "spoiled data of \(data.count) bytes" }
        return describe(seed: seed, count: data.count)
    }

    static func describe(seed: Int, count: Int) -> String { count == 0 ? "data 0" : "data \(seed) \(count)" }
}
