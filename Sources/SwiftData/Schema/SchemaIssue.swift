/// Something wrong with the models of a schema.
struct SchemaIssue: Hashable, Sendable {
    let entity: String
    let property: String?
    let reason: String

    init(_ entity: String, _ property: String?, _ reason: String) {
        self.entity = entity
        self.property = property
        self.reason = reason
    }

    init(_ entity: String, _ reason: String) {
        self.init(entity, nil, reason)
    }

    var error: SwiftDataError {
        .loadIssueModelContainer.explained(entity: entity, property: property, reason)
    }
}
