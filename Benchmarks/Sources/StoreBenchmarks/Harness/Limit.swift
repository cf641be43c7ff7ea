/// A bound on our figure in a row: the goal we aim at, or the must that fails the run.
enum Limit {
    /// At most `factor` times the raw figure, plus `extra` in the row's unit.
    case timesRaw(Double, plus: Double = 0)
    /// At most this figure, whatever raw does.
    case atMost(Double)
    /// Exactly this figure.
    case exactly(Double)

    /// The greatest figure that the bound allows; nil when it needs a raw figure and there is none.
    func ceiling(raw: Double?) -> Double? {
        switch self {
        case .timesRaw(let factor, let extra): raw.map { $0 * factor + extra }
        case .atMost(let most), .exactly(let most): most
        }
    }

    /// Whether `figure` keeps the bound; nil when that cannot be told without a raw figure.
    func allows(_ figure: Double, raw: Double?) -> Bool? {
        if case .exactly(let wanted) = self { return figure == wanted }
        return ceiling(raw: raw).map { figure <= $0 }
    }

    func described(in unit: Unit) -> String {
        switch self {
        case .timesRaw(let factor, 0): Unit.times.text(factor)
        case .timesRaw(1, let extra): "raw + \(unit.text(extra))"
        case .timesRaw(let factor, let extra): "\(Unit.times.text(factor)) + \(unit.text(extra))"
        case .atMost(let most): unit.text(most)
        case .exactly(let wanted): "exactly \(unit.text(wanted))"
        }
    }
}
