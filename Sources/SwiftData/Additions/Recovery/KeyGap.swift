/// The keys between two others, both left out.
///
/// The ends come out of damaged files and may be any number; nothing here overflows.
struct KeyGap: Equatable {
    var low: Int64
    var high: Int64

    /// How many keys lie in between; the greatest number there is where it is more than that.
    var width: Int64 {
        guard high > low else { return 0 }
        let (distance, isTooFar) = high.subtractingReportingOverflow(low)
        return isTooFar ? .max : distance - 1
    }

    /// Both halves; only for gaps of two keys and more.
    var halves: (lower: KeyGap, upper: KeyGap) {
        let middle = low + (width / 2 + width % 2)
        return (KeyGap(low: low, high: middle + 1), KeyGap(low: middle, high: high))
    }

    /// The keys that a store may have given out: it begins at 1, and none lives to see the last of these.
    ///
    /// A larger one comes of damage. Taken over, it would leave no number to the rows that follow.
    static let possibleKeys: ClosedRange<Int64> = 1...(1 << 62)
}
