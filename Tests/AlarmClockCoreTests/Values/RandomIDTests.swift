import AppCommons
import Foundation
import Testing

@Suite("Random ids")
struct RandomIDTests {
    @Test("They say that they are random ones, and every other bit is one and zero")
    func bits() {
        let ids = (0..<1_000).map { _ in UUID.random() }
        #expect(Set(ids).count == ids.count)
        var (ones, all) = ([UInt8](repeating: 0, count: 16), [UInt8](repeating: 255, count: 16))
        for id in ids {
            for (place, byte) in withUnsafeBytes(of: id.uuid, Array.init).enumerated() {
                ones[place] |= byte
                all[place] &= byte
            }
            let text = id.uuidString
            #expect(text.dropFirst(14).first == "4" && "89AB".contains(text.dropFirst(19).first ?? " "), "\(text)")
        }
        #expect(ones == [255, 255, 255, 255, 255, 255, 0x4f, 255, 0xbf] + [UInt8](repeating: 255, count: 7))
        #expect(all == [0, 0, 0, 0, 0, 0, 0x40, 0, 0x80] + [UInt8](repeating: 0, count: 7))
    }
}
