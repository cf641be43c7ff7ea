import Foundation

/// A key path over to-one relationships, taken apart.
///
/// The runtime does not say which parts a key path has. So the key paths of the models' properties are composed until one is equal
/// to it. Nothing is read through a key path, so that no computed property runs.
struct PropertyChain {
    private(set) var links: [PropertyPlan] = []
    /// The property at the end; nil where the path ends at an identifier.
    private(set) var last: PropertyPlan?
    private(set) var endsAtIdentifier = false

    /// Nil for a path that is not made of stored properties, and for one that goes on from a link that is not optional, behind one
    /// that is (`\Parcel.ship?.harbor.name`): what Swift makes of it cannot be composed.
    init?(_ keyPath: AnyKeyPath, in plan: EntityPlan) {
        let keyPath = TruthRank.truth(behind: keyPath)
        if let property = plan.property(keyPath) {
            last = property
            return
        }
        guard let steps = KeyPathStep.steps(of: keyPath) else { return nil }
        guard search(for: ComposedKeyPath(keyPath), steps[...], after: nil, in: plan) else { return nil }
    }

    /// Follows each relationship of an entity in turn, as often as the path has steps left.
    private mutating func search(
        for wanted: ComposedKeyPath,
        _ steps: ArraySlice<KeyPathStep>,
        after prefix: AnyKeyPath?,
        in plan: EntityPlan
    ) -> Bool {
        guard let step = steps.first else { return false }
        let rest = steps.dropFirst()
        let parts = KeyPathParts(plan, by: step)
        for property in plan.properties {
            if !rest.isEmpty, property.relationship == nil || property.isToMany { continue }
            guard let path = parts.path(to: property, after: prefix) else { continue }
            if rest.isEmpty {
                guard wanted.isEqual(to: path) else { continue }
                last = property
                return true
            }
            guard case .toOne(let relationship) = property.kind else { continue }
            links.append(property)
            if search(for: wanted, rest, after: path, in: relationship.destination) { return true }
            links.removeLast()
        }
        guard rest.isEmpty, let path = parts.pathToIdentifier(after: prefix) else { return false }
        endsAtIdentifier = wanted.isEqual(to: path)
        return endsAtIdentifier
    }
}

/// How a key path goes on to a property.
private enum KeyPathStep {
    case direct
    /// By `?.`.
    case chained
    /// By `!.`.
    case forced

    /// The steps to each part of a path, as its description has them; what it calls the parts themselves depends on the build.
    static func steps(of keyPath: AnyKeyPath) -> [KeyPathStep]? {
        let root = "\\\(type(of: keyPath).rootType)"
        let description = keyPath.debugDescription
        guard description.hasPrefix(root) else { return nil }
        var steps: [KeyPathStep] = []
        var next = KeyPathStep.direct
        var depth = 0
        for character in description.dropFirst(root.count) {
            switch character {
            case "<", "(": depth += 1
            case ">", ")": depth -= 1
            case "?" where depth == 0: next = .chained
            case "!" where depth == 0: next = .forced
            case "." where depth == 0:
                steps.append(next)
                next = .direct
            default: break
            }
        }
        return steps
    }
}

/// The key paths by which one kind of step leads on from an object of one entity.
private struct KeyPathParts {
    private let plan: EntityPlan
    private let step: KeyPathStep
    private let fromOptional: [AnyKeyPath]

    init(_ plan: EntityPlan, by step: KeyPathStep) {
        self.plan = plan
        self.step = step
        fromOptional = step == .chained ? plan.modelType._$optionalKeyPaths : []
    }

    func path(to property: PropertyPlan, after prefix: AnyKeyPath?) -> AnyKeyPath? {
        guard step == .chained else { return plan.ownKeyPath(to: property).flatMap { append($0, to: prefix) } }
        return fromOptional.indices.contains(property.ordinal)
            ? append(fromOptional[property.ordinal], to: prefix) : nil
    }

    func pathToIdentifier(after prefix: AnyKeyPath?) -> AnyKeyPath? {
        func identifier<Model: PersistentModel>(of: Model.Type) -> AnyKeyPath {
            step == .chained ? \Model?.?.persistentModelID : \Model.persistentModelID
        }
        return append(identifier(of: plan.modelType), to: prefix)
    }

    private func append(_ part: AnyKeyPath, to prefix: AnyKeyPath?) -> AnyKeyPath? {
        guard let prefix else { return step == .direct ? part : nil }
        guard step == .forced else { return prefix.appending(path: part) }
        return prefix.appending(path: unwrapping(plan.modelType))?.appending(path: part)
    }

    private func unwrapping<Model: PersistentModel>(_: Model.Type) -> AnyKeyPath { \Model?.! }
}

/// A key path that may be written in source or composed at run time.
///
/// Of two equal paths over an optional link, one of them composed, Swift says that they differ: only the composed one records
/// up to where it goes through values that can be assigned. With one more such part at the end both record the same.
private struct ComposedKeyPath {
    private let keyPath: AnyKeyPath
    private let ended: AnyKeyPath?
    private let end: AnyKeyPath?

    init(_ keyPath: AnyKeyPath) {
        self.keyPath = keyPath
        end = (type(of: keyPath).valueType as? any OptionalType.Type)?.end
        ended = end.flatMap(keyPath.appending)
    }

    func isEqual(to other: AnyKeyPath) -> Bool {
        if keyPath == other { return true }
        guard let end, let ended else { return false }
        return other.appending(path: end) == ended
    }
}

extension OptionalType {
    fileprivate static var end: AnyKeyPath { \Self.end }

    fileprivate var end: Void {
        get {}
        nonmutating set {}
    }
}
