/// One row of the table: what is done, on how much, and how well it must be done.
struct Workload {
    /// Short and unique, for `--filter`.
    let name: String
    /// What the table's first column says.
    let path: String
    let size: Int
    let unit: Unit
    let effort: Effort
    let goal: Limit?
    let must: Limit?
    /// Shows our figure and the peers' as they are, not as ratios to raw.
    let showsFigures: Bool
    /// Prepares a contender's part; throws `Absent` where the contender has no such thing.
    let prepare: (Contender, Stage) throws -> Probe

    init(
        _ name: String,
        _ path: String,
        size: Int,
        unit: Unit = .milliseconds,
        effort: Effort,
        goal: Limit?,
        must: Limit?,
        showsFigures: Bool = false,
        prepare: @escaping (Contender, Stage) throws -> Probe
    ) {
        self.name = name
        self.path = path
        self.size = size
        self.unit = unit
        self.effort = effort
        self.goal = goal
        self.must = must
        self.showsFigures = showsFigures
        self.prepare = prepare
    }
}
