import Foundation

/// What a file held before the writes that were not synced, sector by sector.
struct UnsyncedWrites {
    static let sector = 512

    /// The size of the file at the last sync.
    private let size: Int64
    /// The bytes of each sector at the last sync; a sector behind the end has none.
    private var sectors: [Int64: [UInt8]] = [:]

    init(size: Int64) { self.size = size }

    mutating func willWrite(_ file: SimulatedFile, _ count: Int, at offset: Int64) {
        let width = Int64(Self.sector)
        for sector in (offset / width)...((offset + Int64(max(1, count)) - 1) / width) where sectors[sector] == nil {
            sectors[sector] = file.bytes(Self.sector, at: sector * width)
        }
    }

    /// Gives sectors back what they held: all, none, those from a point in time on, or any.
    ///
    /// - Returns: Whether anything was given back.
    /// - Throws: ``SimulationError`` where the file cannot be written.
    func revert(_ path: String, _ random: inout StoryRandom) throws -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let order = sectors.keys.sorted()
        let lost: [Int64]
        switch random.number(0...3) {
        case 0: lost = order
        case 1: lost = []
        case 2: lost = Array(order.suffix(random.number(0...order.count)))
        default: lost = order.filter { _ in random.flip() }
        }
        for sector in lost { try revert(sector, descriptor, path) }
        // The file's size reaches the disk by itself: a longer file than what was written of it ends in zeros.
        if lost.count == order.count, random.flip() { ftruncate(descriptor, off_t(size)) }
        return !lost.isEmpty
    }

    private func revert(_ sector: Int64, _ descriptor: Int32, _ path: String) throws {
        var bytes = sectors[sector] ?? []
        bytes += Array(repeating: 0, count: Self.sector - bytes.count)
        let place = sector * Int64(Self.sector)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SimulationError("\(path) has no size") }
        // What the file holds beyond its present end needs no zeros, except where it held something.
        let isWithin = place < Int64(status.st_size)
        guard isWithin || place < size else { return }
        let count = isWithin && place >= size ? min(Self.sector, Int(Int64(status.st_size) - place)) : Self.sector
        guard pwrite(descriptor, bytes, count, off_t(place)) == count else {
            throw SimulationError("\(path) cannot be given back what it held")
        }
    }
}

/// The simulation itself cannot go on: nothing is said of the store by that.
package struct SimulationError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
