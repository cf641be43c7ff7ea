/// Which old table the rows of a new one come from.
///
/// Keys stay as they are, so a table can take over the rows of one other only. Hierarchies may grow above and below and
/// shrink; they cannot be joined or taken apart.
struct TableFeeds: Sendable {
    /// A new table's old one.
    struct Feed: Hashable, Sendable {
        let oldTable: TableLayout
        /// Names of the old table's entities that still exist.
        let survivors: [String]
        /// Whether rows of other entities stay behind.
        let dropsRows: Bool
    }

    /// A hierarchy whose rows have nowhere to go.
    struct Obstacle: Hashable, Sendable {
        let entity: String
        let reason: String
        /// The old tables with the rows.
        let tables: [String]
    }

    private(set) var feeds: [String: Feed] = [:]
    private(set) var obstacles: [Obstacle] = []

    init(old: DescriptionGraph, new: DescriptionGraph, oldLayout: StoreLayout, newLayout: StoreLayout) {
        var takers: [String: [String]] = [:]
        for root in new.roots {
            let survivors = new.family(of: root).map(\.name).filter { old.entity($0) != nil }
            let tables = Set(survivors.compactMap { oldLayout.tableOfEntity[$0] }).sorted()
            guard let table = newLayout.tableOfEntity[root.name], let first = tables.first,
                let oldTable = oldLayout.table(named: first)
            else { continue }
            if tables.count > 1 {
                let names = survivors.joined(separator: " and ")
                let reason = "is to hold the objects of \(names), which had keys of their own."
                obstacles.append(Obstacle(entity: root.name, reason: reason, tables: tables))
                continue
            }
            takers[first, default: []].append(root.name)
            let members = oldLayout.tableOfEntity.filter { $0.value == first }.keys
            feeds[table] = Feed(
                oldTable: oldTable,
                survivors: survivors,
                dropsRows: !Set(members).isSubset(of: survivors)
            )
        }
        for (table, roots) in takers.sorted(by: { $0.key < $1.key }) where roots.count > 1 {
            let reason = "and \(roots.dropFirst().joined(separator: ", ")) were one hierarchy and are none any more."
            obstacles.append(Obstacle(entity: roots[0], reason: reason, tables: [table]))
            feeds = feeds.filter { $0.value.oldTable.name != table }
        }
    }

    subscript(_ table: String) -> Feed? { feeds[table] }
}
