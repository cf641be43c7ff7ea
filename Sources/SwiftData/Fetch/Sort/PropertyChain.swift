import Foundation

/// A key path over to-one relationships, taken apart.
///
/// A composed key path does not tell its parts, but its description does: part by part the same text as that of the
/// properties' own key paths (a name, or the address of the getter). Nothing is read through the key path, so that no
/// computed property runs.
struct PropertyChain {
    private(set) var links: [PropertyPlan] = []
    /// The property at the end; nil where the path ends at an identifier.
    private(set) var last: PropertyPlan?
    private(set) var endsAtIdentifier = false

    /// Nil for a path that is not made of stored properties.
    init?(_ keyPath: AnyKeyPath, in plan: EntityPlan) {
        let keyPath = TruthRank.truth(behind: keyPath)
        if let property = plan.property(keyPath) {
            last = property
            return
        }
        guard let text = Self.text(of: keyPath), walk(text, in: plan) else { return nil }
    }

    private mutating func walk(_ text: Substring, in plan: EntityPlan) -> Bool {
        for property in plan.properties {
            guard let part = Self.text(of: property.keyPath), let rest = Self.rest(of: text, after: part) else {
                continue
            }
            if rest.isEmpty {
                last = property
                return true
            }
            guard case .toOne(let relationship) = property.kind else { continue }
            links.append(property)
            return walk(rest, in: relationship.destination)
        }
        endsAtIdentifier = Self.identifierTexts(of: plan).contains { Self.rest(of: text, after: $0) == "" }
        return endsAtIdentifier
    }

    private static func identifierTexts(of plan: EntityPlan) -> [Substring] {
        func texts<Model: PersistentModel>(of: Model.Type) -> [Substring] {
            [\Model.persistentModelID as AnyKeyPath].compactMap { text(of: $0) }
        }
        return texts(of: plan.modelType)
    }

    /// The description without its root.
    private static func text(of keyPath: AnyKeyPath) -> Substring? {
        let root = "\\\(type(of: keyPath).rootType)"
        let description = keyPath.debugDescription
        return description.hasPrefix(root) ? description.dropFirst(root.count) : nil
    }

    /// What follows a part and the optional chaining after it.
    private static func rest(of text: Substring, after part: Substring) -> Substring? {
        guard text.hasPrefix(part) else { return nil }
        var rest = text.dropFirst(part.count)
        while let mark = rest.first, mark == "?" || mark == "!" { rest = rest.dropFirst() }
        return rest.isEmpty || rest.first == "." ? rest : nil
    }
}
