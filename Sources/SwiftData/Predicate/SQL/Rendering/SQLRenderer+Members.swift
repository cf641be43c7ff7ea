import Foundation

// Key paths: from an instance to its columns and links, from a value to what is computed of it.

extension SQLRenderer {
    mutating func member(_ node: FormNode) throws -> SQLTerm {
        guard let keyPath = node.keyPath else { throw untranslatable("a key path without a name") }
        switch try term(node.first) {
        case .object(let object): return try property(keyPath, of: object, type: node.type)
        case .objects(let objects): return try property(keyPath, of: objects)
        case .scalar(let scalar): return try property(keyPath, of: scalar, node)
        default: throw untranslatable("\(keyPath)")
        }
    }

    private mutating func property(_ keyPath: AnyKeyPath, of object: SQLObject, type: Any.Type) throws -> SQLTerm {
        guard let property = object.plan.property(keyPath) else {
            if case .identifier = ValueKind(type) { return .scalar(identifier(of: object)) }
            throw untranslatable("\(keyPath) is no stored property of \(object.plan.name)")
        }
        if property.isEphemeral { throw untranslatable("\(object.plan.name).\(property.name) is never written") }
        switch property.kind {
        case .attribute(let storage): return .scalar(try attribute(property, storage, of: object))
        case .toOne: return .object(try target(of: property, from: object))
        case .toMany(let relationship):
            touch(relationship.destination)
            return .objects(
                SQLCollection(
                    plan: relationship.destination,
                    storage: relationship.storage,
                    owner: object.key,
                    guards: object.guards
                )
            )
        }
    }

    func identifier(of object: SQLObject) -> SQLScalar {
        SQLScalar(
            sql: object.key,
            kind: .identifier,
            null: object.isOptional ? .absent : .never,
            guards: object.guards,
            isPath: true,
            entities: object.entities,
            route: object.route
        )
    }

    private mutating func attribute(
        _ property: PropertyPlan,
        _ storage: AttributeStorage,
        of object: SQLObject
    ) throws -> SQLScalar {
        if property.isExternal { throw untranslatable("\(property.name) is kept outside of the store's file") }
        let type = ValueType(property.valueType)
        let (column, route) = routedColumn(property.column, of: object)
        var scalar = SQLScalar(
            sql: column,
            kind: type.kind,
            null: type.isOptional || object.isOptional ? .absent : .never,
            guards: object.guards,
            isPath: true,
            route: route
        )
        if case .json(let stored) = storage {
            scalar.json = JSONPath(column: column, path: "$", type: stored)
            if type.kind.isComparable { scalar.kind = .other(stored) }
        } else if case .transformed = storage {
            // Only whether there is a value can be told from the column.
            scalar.kind = .other(property.valueType)
        } else if scalar.null == .never, type.kind.isReal {
            scalar.null = .notANumber
        }
        return scalar
    }

    /// A column of the instance's row; NULL when there is no instance.
    mutating func column(_ name: String, of object: SQLObject) -> SQLFragment {
        routedColumn(name, of: object).column
    }

    /// The same, with the way to it where the instance's row is no part of the query.
    private mutating func routedColumn(
        _ name: String,
        of object: SQLObject
    ) -> (column: SQLFragment, route: SQLRoute?) {
        if let alias = object.alias {
            guard let presence = object.presence else { return ("\(text: alias).\(name: name)", nil) }
            return ("CASE WHEN \(presence) THEN \(text: alias).\(name: name) END", nil)
        }
        touch(object.plan)
        let alias = "t\(nextAlias())"
        let column: SQLFragment = """
            (SELECT \(text: alias).\(name: name) FROM \(name: object.plan.table) AS \(text: alias) \
            WHERE \(text: alias).pk = \(object.key))
            """
        return (column, SQLRoute(name, of: object, alias: alias))
    }

    /// The instance at the other end of a to-one relationship.
    mutating func target(of property: PropertyPlan, from object: SQLObject) throws -> SQLObject {
        guard case .toOne(let relationship) = property.kind else { throw untranslatable("\(property.name)") }
        touch(relationship.destination)
        let key: SQLFragment
        var route: SQLRoute?
        switch relationship.storage {
        case .inverseToOne(let table, let column):
            let alias = "t\(nextAlias())"
            key = """
                (SELECT \(text: alias).pk FROM \(name: table) AS \(text: alias) \
                WHERE \(text: alias).\(name: column) = \(object.key))
                """
        default: (key, route) = routedColumn(property.column, of: object)
        }
        return SQLObject(
            plan: relationship.destination,
            key: key,
            isOptional: property.isOptional || object.isOptional,
            guards: object.guards,
            route: route
        )
    }

    private mutating func property(_ keyPath: AnyKeyPath, of objects: SQLCollection) throws -> SQLTerm {
        switch CollectionMember(keyPath) {
        case .count: return .scalar(try count(of: objects))
        case .isEmpty: return .condition(try isEmpty(objects))
        case .first where objects.filters.isEmpty: return .object(first(of: objects))
        default: throw untranslatable("\(keyPath) of a relationship")
        }
    }
}

/// The members of a collection that SQL knows.
enum CollectionMember {
    case count, isEmpty, first

    /// Nil for any other key path.
    init?(_ keyPath: AnyKeyPath) {
        let root = type(of: keyPath).rootType
        guard let collection = root as? any Collection.Type, let member = Self.find(keyPath, in: collection) else {
            return nil
        }
        self = member
    }

    private static func find<Root: Collection>(_ keyPath: AnyKeyPath, in: Root.Type) -> CollectionMember? {
        typealias Element = Root.Element
        switch keyPath {
        case \[Element].count, \String.count, \Root.count: return .count
        case \[Element].isEmpty, \String.isEmpty, \Root.isEmpty: return .isEmpty
        case \[Element].first, \Root.first: return .first
        default:
            guard let element = Element.self as? any Hashable.Type else { return nil }
            return find(keyPath, inSetOf: element)
        }
    }

    private static func find<Element: Hashable>(_ keyPath: AnyKeyPath, inSetOf: Element.Type) -> CollectionMember? {
        switch keyPath {
        case \Set<Element>.count: .count
        case \Set<Element>.isEmpty: .isEmpty
        default: nil
        }
    }
}
