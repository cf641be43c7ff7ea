#if CloudKitMirroring
import Foundation

// Stamps of a clock that the service knows to be wrong.

extension MirrorWork {
    /// Milliseconds by which a clock may be wrong and still be taken for right.
    static let toleratedError: Int64 = 5 * 60 * 1_000

    /// Takes in what was saved here, with stamps that are right as far as the service has told the time.
    ///
    /// - Parameter offset: Milliseconds by which the service's clock is ahead of this device's; nil where nobody knows.
    /// - Throws: ``StoreError``.
    func takeInLocal(offset: Int64?) throws {
        try scanAll()
        if let offset { try correctStamps(offset) }
    }

    /// Corrects stamps that have not gone up yet, and notes how wrong the clock is for those that are still to come.
    ///
    /// At first contact all of them are moved by what the clock is wrong by, since all were made by it. Later only what
    /// would lie in the past is moved on, and what lies in the future is brought back to the present: the clock was set
    /// meanwhile, and nobody knows when. The order of changes stays, and none comes before the version that it was made
    /// from.
    private func correctStamps(_ offset: Int64) throws {
        let known = try books.number(.clockOffset)
        let error = abs(offset) > Self.toleratedError ? offset : 0
        let present = deviceTime + error
        let limit = present + Self.toleratedError
        guard known != error || clock.milliseconds > limit else { return }
        try books.set(.clockOffset, .integer(error))
        clockOffset = error
        let difference = error - (known ?? 0)
        let shift = known == nil ? difference : max(0, difference)
        guard shift != 0 || clock.milliseconds > limit else { return }
        let entries = try books.entries("state = 1")
        let unsent = entries.flatMap { $0.stamps.later(than: $0.handedOut) }.filter { $0.device == device }
        let moves = moves(of: Set(unsent), by: shift, present, limit)
        for entry in entries where !moves.isEmpty {
            var moved = entry
            moved.stamps = entry.stamps.moved(moves, after: entry.handedOut)
            if moved != entry { try books.save(moved) }
        }
        // Where others made the future that the clock has seen, that was found out the first time.
        let isAhead = try clock.milliseconds > limit && books.number(.clockSeen) != clock.milliseconds
        if !moves.isEmpty || isAhead { try turnBackClock() }
    }

    /// Where each stamp goes; those that stay are left out.
    private func moves(
        of stamps: Set<MirrorStamp>,
        by shift: Int64,
        _ present: Int64,
        _ limit: Int64
    ) -> [MirrorStamp: MirrorStamp] {
        var moves: [MirrorStamp: MirrorStamp] = [:]
        var last: MirrorStamp?
        for stamp in stamps.sorted() {
            var milliseconds = stamp.milliseconds + shift
            if shift > 0 { milliseconds = max(stamp.milliseconds, min(milliseconds, present)) }
            if milliseconds > limit { milliseconds = present }
            var moved = MirrorStamp(milliseconds: milliseconds, counter: stamp.counter, device: device)
            if let last, moved <= last {
                moved = MirrorStamp(milliseconds: last.milliseconds, counter: last.counter + 1, device: device)
            }
            last = moved
            if moved != stamp { moves[stamp] = moved }
        }
        return moves
    }

    /// Sets the clock to the latest stamp that there is: it must not go on in the future that was taken back.
    private func turnBackClock() throws {
        var latest = HybridClock()
        for column in ["stamps", "server", "sent"] {
            let texts = try books.rows("SELECT \(column) FROM _mirror_record WHERE \(column) IS NOT NULL") {
                String._read($0, 0)
            }
            for text in texts { StampSet(text: text).all.forEach { latest.observe($0) } }
        }
        clock = latest
        try books.set(.clockSeen, .integer(latest.milliseconds))
    }
}

#endif
