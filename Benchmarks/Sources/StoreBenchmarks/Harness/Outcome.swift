/// What a row came to.
struct Outcome {
    let workload: Workload
    var figures: [Contender: Double] = [:]
    var spreads: [Contender: Double] = [:]
    var sampleCounts: [Contender: Int] = [:]
    var absences: [Contender: String] = [:]
    var isSecondRun = false

    /// Where our figure stands between goal and must.
    enum Verdict: String, Codable {
        case goal = "goal"
        case must = "within must"
        case aboveMust = "ABOVE MUST"
        case missing = "MISSING"
        case information = "–"

        var fails: Bool { self == .aboveMust || self == .missing }
    }

    var verdict: Verdict {
        guard let ours = figures[.ours] else { return workload.must == nil ? .information : .missing }
        let raw = figures[.raw]
        guard let must = workload.must else { return .information }
        guard let keepsMust = must.allows(ours, raw: raw) else { return .missing }
        guard keepsMust else { return .aboveMust }
        return workload.goal?.allows(ours, raw: raw) == false ? .must : .goal
    }

    /// A contender's figure as the table shows it.
    func text(_ contender: Contender) -> String {
        guard let figure = figures[contender] else { return "–" }
        guard contender != .raw, !workload.showsFigures, let raw = figures[.raw], raw > 0 else {
            return workload.unit.text(figure)
        }
        return Unit.times.text(figure / raw)
    }
}
