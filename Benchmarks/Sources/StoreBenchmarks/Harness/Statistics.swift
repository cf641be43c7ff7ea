/// The few figures that are taken from a list of samples.
enum Statistics {
    /// The middle sample, or the mean of the middle two; nil for an empty list.
    static func median(_ samples: [Double]) -> Double? {
        guard !samples.isEmpty else { return nil }
        let sorted = samples.sorted()
        let middle = sorted.count / 2
        return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// Half the distance between the quartiles as a part of the median: how far a sample usually strays.
    static func spread(_ samples: [Double]) -> Double? {
        guard samples.count >= 4, let median = median(samples), median > 0 else { return nil }
        let sorted = samples.sorted()
        return (sorted[sorted.count * 3 / 4] - sorted[sorted.count / 4]) / 2 / median
    }
}
