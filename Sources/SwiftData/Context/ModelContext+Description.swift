extension ModelContext: CustomDebugStringConvertible {
    /// The container's configurations, and how many changes are not saved.
    public var debugDescription: String {
        let names = container.configurations.map(\.debugDescription).sorted().joined(separator: ", ")
        let changes = "\(graph.inserted.count) inserted, \(graph.changed.count) changed, \(graph.deleted.count) deleted"
        return "ModelContext(\(names); \(changes))"
    }
}
