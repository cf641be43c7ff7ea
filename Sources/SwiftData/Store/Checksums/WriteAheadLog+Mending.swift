import Foundation

extension WriteAheadLog {
    /// Writes the log beside a copy of a store anew, of its whole frames alone, so that SQLite reads it to its end.
    ///
    /// Pages whose newest frame was broken are as an older save left them: what is read then is to be doubted.
    ///
    /// - Throws: What writing throws; the log is then as it was.
    static func mend(beside copy: URL) throws {
        guard let file = WriteAheadLogFile(beside: copy) else { return }
        let frames = WriteAheadLog(file: file).wholeFrames
        guard let end = frames.lastIndex(where: \.endsSave) else { return }
        var header = file.header.mended(pageSize: file.pageSize)
        var bytes = header.bytes
        for frame in frames[...end] {
            let mended = frame.mended(following: header.storedSum, in: header)
            bytes += mended.bytes
            header.storedSum = mended.storedSum
        }
        try Data(bytes).write(to: WriteAheadLogFile.url(beside: copy))
    }

    /// Behind more broken frames than these, one after the other, the next is found by a stored sum alone.
    ///
    /// Frames of an earlier use of the log look broken too, and there may be as many as the log is long.
    private static let mostBrokenInARow = 8

    /// The frames that stand behind what they were written behind.
    private var wholeFrames: [WriteAheadLogFile.Frame] {
        var whole: [WriteAheadLogFile.Frame] = []
        var sums = [file.header.storedSum, file.header.sum]
        var number = 0
        while let frame = file.frame(number) {
            let isOfLog = !file.header.isWhole || frame.belongs(to: file.header)
            if isOfLog, frame.follows(sums) {
                whole.append(frame)
                sums = [frame.storedSum]
            } else {
                // Its own sum may be what was damaged, or what it is the sum of.
                sums = [frame.storedSum] + sums.prefix(Self.mostBrokenInARow).map(frame.sum(from:))
            }
            number += 1
        }
        return whole
    }
}
