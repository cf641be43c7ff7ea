import Foundation

/// The log beside a store's file, which holds the saves that were not yet brought into the file.
///
/// SQLite takes the first frame that does not match its sum for the end of the log: a power cut leaves such ends. A
/// changed byte looks the same, and every save behind it would be gone without a word. What tells the two apart is a
/// later save: where each save is on the disk before the next one begins (``StoreDurability/full``), nothing whole can
/// stand behind a broken one.
///
/// Damage to the very last save in the log cannot be told from a power cut by the log alone. Where a ``CommitRecord`` lies
/// beside the store, that says how far the log went.
struct WriteAheadLog {
    let file: WriteAheadLogFile

    /// What is wrong with the log beside a store's file; nil for a sound one, or none.
    ///
    /// With `isDurable` each save in it was on the disk before the next one began. Another process may be writing to the log:
    /// what looks damaged and is something else at a second look is no damage.
    static func damage(beside store: URL, isDurable: Bool) -> String? {
        if let first = shortfall(beside: store), let second = shortfall(beside: store), first == second {
            return "its log is whole up to frame \(first.whole) only, and \(first.record.frames) were committed; "
                + "to do without the rest, remove \(store.lastPathComponent)\(CommitRecord.suffix)"
        }
        guard isDurable, let first = find(beside: store), let second = find(beside: store), first == second else {
            return nil
        }
        return "its log is damaged at frame \(first.place + 1), and whole saves stand behind that"
    }

    // MARK: What was committed

    private struct Shortfall: Equatable {
        let record: CommitRecord
        /// How many frames are as they were committed.
        let whole: Int
    }

    /// What the log lacks of that which its record says was committed; nil where it is all there, or nothing is certain.
    ///
    /// A log that is not there at all, or empty, was brought into the file. One that was begun anew since is another one.
    private static func shortfall(beside store: URL) -> Shortfall? {
        // The record comes first: a log that another process is writing to can only have grown since.
        guard let record = CommitRecord(beside: store), record.isCertain, record.frames > 0 else { return nil }
        guard let file = WriteAheadLogFile(beside: store), file.header.isWhole else {
            // A power cut may leave half a header of a log that was begun anew.
            let isDamaged = record.isOfPresentStart && !WriteAheadLogFile.isEmpty(beside: store)
            return isDamaged ? Shortfall(record: record, whole: 0) : nil
        }
        guard file.header.salts == record.salts else { return nil }
        var whole = 0
        var sum = file.header.storedSum
        while whole < record.frames, let frame = file.frame(whole), frame.belongs(to: file.header), frame.follows([sum])
        {
            sum = frame.storedSum
            whole += 1
        }
        return whole == record.frames && sum == record.sum ? nil : Shortfall(record: record, whole: whole)
    }

    private struct Finding: Equatable {
        let place: Int
        /// By which two looks at a log are compared.
        let header: WriteAheadLogFile.Header
        let sum: WriteAheadLogFile.Sum?
    }

    private static func find(beside store: URL) -> Finding? {
        guard let file = WriteAheadLogFile(beside: store), let place = WriteAheadLog(file: file).damagedFrame else {
            return nil
        }
        return Finding(place: place, header: file.header, sum: file.frame(place)?.storedSum)
    }

    /// The frame at which SQLite would end the log although that is not its end; nil in a sound log.
    private var damagedFrame: Int? {
        guard file.header.isWhole else { return isDamagedFromItsStart ? 0 : nil }
        var place = 0
        var seed = file.header.storedSum
        while let frame = file.frame(place), frame.belongs(to: file.header), frame.follows([seed]) {
            seed = frame.storedSum
            place += 1
        }
        guard let broken = file.frame(place) else { return nil }
        // What a power cut left of an earlier use of the log ends no save of this one. The salts are under no sum: a frame
        // that is whole but for them was damaged there.
        let endsSave = broken.endsSave && (broken.belongs(to: file.header) || broken.follows([seed]))
        // The frame's own sum may be what was damaged, or what it is the sum of.
        let sums = [broken.storedSum, broken.sum(from: seed)]
        return hasWholeSave(behind: place, following: sums, hasEnded: endsSave) ? place : nil
    }

    /// SQLite passes over a log whose header is damaged.
    ///
    /// Nothing says then which frames are of its last use.
    private var isDamagedFromItsStart: Bool {
        guard let first = file.frame(0) else { return false }
        if first.follows([file.header.storedSum, file.header.sum]) { return true }
        return hasWholeSave(behind: 0, following: [first.storedSum], hasEnded: first.endsSave)
    }

    /// Whether a frame behind `place` belongs to a save that began after another had ended, be it at `place` itself.
    private func hasWholeSave(
        behind place: Int,
        following sums: [WriteAheadLogFile.Sum],
        hasEnded: Bool
    ) -> Bool {
        var (sums, hasEnded) = (sums, hasEnded)
        var next = place + 1
        while let frame = file.frame(next) {
            // Frames of an earlier use of the log follow its end, and are no part of it.
            let isOfLog = !file.header.isWhole || frame.belongs(to: file.header)
            if isOfLog, hasEnded, frame.follows(sums) { return true }
            hasEnded = hasEnded || isOfLog && frame.endsSave
            sums = [frame.storedSum]
            next += 1
        }
        return false
    }
}
