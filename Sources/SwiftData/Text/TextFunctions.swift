import Foundation

extension TextMatching {
    /// Orders two texts as a person expects names to stand: see `LocalizedOrder`.
    ///
    /// Source: `localizedStandardCompare`. Differs from Apple: the same in every locale.
    static func localizedStandardCompare(_ lhs: some StringProtocol, _ rhs: some StringProtocol) -> ComparisonResult {
        result(LocalizedOrder.compare(String(lhs), String(rhs)))
    }

    private static func result(_ order: Int) -> ComparisonResult {
        order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
    }
}
