/// All rows, in the order of the table.
enum Catalogue {
    static func rows() -> [Workload] {
        [
            // First, while the heap is new: they are to tell the price of a property, not of objects that lie scattered
            // among the remains of other rows.
            .propertyRead(), .propertyWrite(), .propertyFirstWrite(),
            .insert(10_000), .insert(100_000),
            .fetchAll(10_000), .fetchRegistered(10_000), .memory(10_000),
            .firstPage(10_000), .firstPageGrowth(1_000_000, over: 10_000),
            .coldOpen(10_000), .coldStart(10_000), .coldStart(1_000_000),
            .scatteredUpdates(100_000), .updateGrowth(100_000, over: 10_000),
            .singleSave(), .singleSavesFull(),
            .countSmall(10_000), .countLarge(100_000), .countFiltered(100_000),
            .contains(10_000), .containsLocalized(10_000),
            .prefetch(10_000), .prefetchStatements(10_000),
            .insertTree(50), .insertTree(200), .insertTree(800), .insertTreeGrowth(800, over: 50),
            .appendMember(1_000), .appendMember(4_000), .appendMember(16_000), .deleteMembers(16_000),
            .tagged(20_000), .tagged(200_000), .ofProject(20_000), .ofProject(200_000), .countOfProject(200_000),
            .byProject(20_000),
            .fullTextRare(1_000_000), .fullTextCommon(1_000_000),
            .liveQuery(100_000), .liveQuery(1_000_000),
            .predicate(),
            .ideaboxList(10_000), .ideaboxList(1_000_000), .ideaboxVersion(),
        ]
    }

    /// Rows of the plan that come with the parts they measure.
    static let later = [
        "sync pull", "sync push", "server push endpoint", "server pull of 100 records",
    ]

    /// 10,000 as `10k`, 1,000,000 as `1M`.
    static func short(_ count: Int) -> String {
        count >= 1_000_000 ? "\(count / 1_000_000)M" : count >= 1_000 ? "\(count / 1_000)k" : "\(count)"
    }
}
