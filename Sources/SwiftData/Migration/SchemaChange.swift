/// One difference between the schema of a store and another.
enum SchemaChange: Hashable, Sendable {
    case entityAdded(String)
    case entityRemoved(String)
    case superentityChanged(String, from: String?, to: String?)
    case propertyAdded(PropertyReference)
    case propertyRemoved(PropertyReference)
    case propertyRenamed(from: PropertyReference, to: PropertyReference)
    case typeChanged(PropertyReference, from: String, to: String, isLossless: Bool)
    case becameRelationship(PropertyReference)
    case becameAttribute(PropertyReference)
    case optionalityChanged(PropertyReference, isOptional: Bool)
    case arityChanged(PropertyReference, isToOne: Bool)
    case destinationChanged(PropertyReference, from: String, to: String)
    case inverseChanged(PropertyReference, from: String?, to: String?)
    case deleteRuleChanged(PropertyReference)
    case countsChanged(PropertyReference)
    case optionsChanged(PropertyReference)
    case uniqueAdded(String, [String])
    case uniqueRemoved(String, [String])
    case indexAdded(String, [String])
    case indexRemoved(String, [String])
}

extension SchemaChange: CustomStringConvertible {
    var description: String {
        switch self {
        case .entityAdded(let entity): "\(entity) is new"
        case .entityRemoved(let entity): "\(entity) is gone"
        case .superentityChanged(let entity, let old, let new):
            "\(entity) inherits from \(new ?? "none"), formerly \(old ?? "none")"
        case .propertyAdded(let property): "\(property) is new"
        case .propertyRemoved(let property): "\(property) is gone"
        case .propertyRenamed(let old, let new): "\(new) was \(old.property)"
        case .typeChanged(let property, let old, let new, _): "\(property) is \(new), formerly \(old)"
        case .becameRelationship(let property): "\(property) is a relationship, formerly a value"
        case .becameAttribute(let property): "\(property) is a value, formerly a relationship"
        case .optionalityChanged(let property, let isOptional):
            "\(property) is \(isOptional ? "optional" : "required") now"
        case .arityChanged(let property, let isToOne): "\(property) leads to \(isToOne ? "one" : "many") now"
        case .destinationChanged(let property, let old, let new): "\(property) leads to \(new), formerly to \(old)"
        case .inverseChanged(let property, let old, let new):
            "\(property) has the inverse \(new ?? "none"), formerly \(old ?? "none")"
        case .deleteRuleChanged(let property): "\(property) has another delete rule"
        case .countsChanged(let property): "\(property) has other counts"
        case .optionsChanged(let property): "\(property) has other options"
        case .uniqueAdded(let entity, let names): "\(entity) is unique by \(names.joined(separator: ", ")) now"
        case .uniqueRemoved(let entity, let names):
            "\(entity) is no longer unique by \(names.joined(separator: ", "))"
        case .indexAdded(let entity, let names): "\(entity) has an index over \(names.joined(separator: ", "))"
        case .indexRemoved(let entity, let names): "\(entity) has no index over \(names.joined(separator: ", "))"
        }
    }
}
