/// What takes a contender's samples in a row; all its preparation has been done.
enum Probe {
    /// One figure.
    case single(() throws -> Double)
    /// The same work at two sizes: the figure is the ratio of the two medians.
    case growth(large: () throws -> Double, small: () throws -> Double)

    var takers: [() throws -> Double] {
        switch self {
        case .single(let take): [take]
        case .growth(let large, let small): [large, small]
        }
    }

    /// The row's figure out of the samples of each taker.
    func figure(_ samples: [[Double]]) -> Double? {
        let medians = samples.compactMap(Statistics.median)
        guard medians.count == takers.count else { return nil }
        return medians.count == 2 ? medians[0] / medians[1] : medians.first
    }
}
