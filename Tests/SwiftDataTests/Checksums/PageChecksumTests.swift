import Foundation
import Testing

@testable import SwiftData

@Suite("Sums over pages")
struct PageChecksumTests {
    private static func page(_ random: inout SeededGenerator, _ size: Int) -> [UInt8] {
        (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
    }

    private func seal(_ page: inout [UInt8], at offset: Int64) {
        page.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            PageChecksum.seal(start, count: bytes.count, offset: offset)
        }
    }

    private func isIntact(_ page: [UInt8], at offset: Int64) -> Bool {
        page.withUnsafeBytes { bytes in
            bytes.baseAddress.map { PageChecksum.finding($0, count: bytes.count, offset: offset) != .damaged } ?? false
        }
    }

    @Test(arguments: [512, 1_024, 4_096, 65_536])
    func `every changed byte is noticed, wherever it is`(size: Int) {
        var random = SeededGenerator(seed: UInt64(size))
        var page = Self.page(&random, size)
        let offset = Int64(size) * 7
        seal(&page, at: offset)
        #expect(isIntact(page, at: offset))
        let places = size <= 1_024 ? Array(0..<size) : (0..<500).map { _ in Int.random(in: 0..<size, using: &random) }
        for place in places {
            let change = UInt8.random(in: 1...255, using: &random)
            page[place] ^= change
            #expect(!isIntact(page, at: offset), "size \(size), byte \(place), change \(change)")
            page[place] ^= change
        }
        #expect(isIntact(page, at: offset))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `several changed bytes are noticed`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var page = Self.page(&random, 4_096)
        seal(&page, at: 0)
        for _ in 0..<50 {
            var damaged = page
            for _ in 0..<Int.random(in: 2...40, using: &random) {
                // The highest bits of words at even distances are what simple sums miss.
                damaged[Int.random(in: 0..<4_096, using: &random)] ^= random.chance(50) ? 0x80 : 0x01
            }
            #expect(isIntact(damaged, at: 0) == (damaged == page), "seed \(seed)")
        }
    }

    @Test func `a page in another's place is noticed, an empty page is none`() {
        var random = SeededGenerator(seed: 1)
        var page = Self.page(&random, 4_096)
        seal(&page, at: 4_096)
        #expect(!isIntact(page, at: 8_192))
        #expect(isIntact([UInt8](repeating: 0, count: 4_096), at: 4_096))
        seal(&page, at: 8_192)
        #expect(isIntact(page, at: 8_192))
    }

    @Test func `a file says twice that its pages have sums`() throws {
        func header(reserved: UInt8, mark: UInt32, size: UInt16 = 4_096) throws -> StoreFileHeader {
            var bytes = [UInt8](repeating: 0, count: StoreFileHeader.length)
            bytes[16] = UInt8(size >> 8)
            bytes[17] = UInt8(size & 0xFF)
            bytes[20] = reserved
            for place in 0..<4 { bytes[68 + place] = UInt8(truncatingIfNeeded: mark >> (8 * (3 - UInt32(place)))) }
            return try bytes.withUnsafeBytes { StoreFileHeader(try #require($0.baseAddress)) }
        }
        #expect(try header(reserved: 8, mark: StoreFileHeader.mark).keepsChecksums)
        #expect(try header(reserved: 8, mark: 0).keepsChecksums)
        #expect(try header(reserved: 0, mark: StoreFileHeader.mark).keepsChecksums)
        #expect(try header(reserved: 0, mark: StoreFileHeader.completeMark).keepsChecksums)
        #expect(try header(reserved: 8, mark: StoreFileHeader.completeMark).isComplete)
        #expect(try !header(reserved: 8, mark: StoreFileHeader.mark).isComplete)
        #expect(try !header(reserved: 0, mark: 0).keepsChecksums)
        #expect(try !header(reserved: 32, mark: 7).keepsChecksums)
        #expect(try header(reserved: 0, mark: 0, size: 1).pageSize == 65_536)
        #expect(try header(reserved: 0, mark: 0, size: 4_097).pageSize == nil)
        #expect(try header(reserved: 0, mark: 0, size: 0).pageSize == nil)
    }
}
