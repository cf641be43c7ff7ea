import Foundation

// Codable values, kept as JSON: members of structures, arrays, dictionaries.

extension SQLRenderer {
    /// A member of a structure, or a property of an array.
    mutating func property(
        _ keyPath: AnyKeyPath,
        of scalar: SQLScalar,
        _ json: JSONPath,
        _ node: FormNode
    ) throws -> SQLTerm {
        if case .array = scalar.kind { return try property(keyPath, ofArray: scalar, json) }
        if json.type is any KeyedCollection.Type { throw untranslatable(Self.dictionaryMember) }
        guard let name = CodedMember.name(of: keyPath) else {
            throw untranslatable("\(keyPath) is not coded under its own name")
        }
        let path = json.path + ".\"\(name)\""
        let scalar = scalar.withoutFailureNull
        return .scalar(try member(of: scalar, JSONPath(column: json.column, path: path, type: node.type)))
    }

    private func member(of scalar: SQLScalar, _ json: JSONPath) throws -> SQLScalar {
        let type = ValueType(json.type)
        let place = SQLArgument.fixed(.text(json.path))
        let extracted = SQLFragment("json_extract(\(json.column), \(place))")
        var result = SQLScalar(
            sql: extracted,
            kind: type.kind,
            null: type.isOptional ? .absent : .never,
            guards: scalar.guards,
            isPath: true
        )
        switch type.kind {
        case .array, .other: result.json = json
        case .real, .date:
            // The text of the number, since SQLite's own reading of JSON may be off by the last bit.
            result.sql = SQLFunctionName.realFromText("\(json.column) -> \(place)")
            if !type.isOptional { result.null = .notANumber }
        default: result.sql = try value(extracted, type.kind)
        }
        return result
    }

    /// A value that `json_extract` or `json_each` gave, in the form of a column of its kind.
    private func value(_ extracted: SQLFragment, _ kind: ValueKind) throws -> SQLFragment {
        switch kind.stored {
        case .bool, .text, .url: return extracted
        case .integer(let code) where code != .uint64: return extracted
        case .uuid: return SQLFunctionName.uuidFromText(extracted)
        default: throw untranslatable("\(kind) within JSON")
        }
    }

    private func property(_ keyPath: AnyKeyPath, ofArray array: SQLScalar, _ json: JSONPath) throws -> SQLTerm {
        let place = SQLArgument.fixed(.text(json.path))
        let count = SQLFragment("json_array_length(\(json.column), \(place))")
        switch CollectionMember(keyPath) {
        case .count: return .scalar(array.with(.integer(.int64), sql: count))
        case .isEmpty:
            return .condition(SQLCondition(sql: "\(count) = 0", null: array.null).guarded(by: array.guards))
        default: throw untranslatable("\(keyPath) of an array")
        }
    }

    mutating func dictionaryValue(_ node: FormNode) throws -> SQLTerm {
        throw untranslatable(Self.dictionaryMember)
    }

    private static var dictionaryMember: String { "a dictionary's member" }
}

/// A dictionary, or an optional one.
private protocol KeyedCollection {}

extension Dictionary: KeyedCollection {}
extension Optional: KeyedCollection where Wrapped: KeyedCollection {}

// MARK: - Arrays of values

extension SQLRenderer {
    mutating func contains(array: SQLScalar, _ node: FormNode) throws -> SQLCondition {
        let array = array.withoutFailureNull
        let (element, rows) = try elements(of: array)
        let wanted = try equality(element, scalar(node.second)).failingIsFalse
        return SQLCondition(sql: "EXISTS (SELECT 1 \(rows) WHERE \(wanted.sql))").guarded(by: array.guards)
    }

    mutating func anyElement(of array: SQLScalar, _ node: FormNode, negated: Bool) throws -> SQLCondition {
        let array = array.withoutFailureNull
        let (element, rows) = try elements(of: array)
        let test = try with(node.slot, as: .scalar(element)) { try $0.condition(node.second) }.failingIsFalse
        let sql: SQLFragment =
            negated
            ? "NOT EXISTS (SELECT 1 \(rows) WHERE \(test.negated.sql))"
            : "EXISTS (SELECT 1 \(rows) WHERE \(test.sql))"
        return SQLCondition(sql: sql).guarded(by: array.guards)
    }

    /// `min()` and `max()` of an array of values.
    mutating func extreme(_ node: FormNode) throws -> SQLScalar {
        let array = try scalar(node.first).withoutFailureNull
        let (element, rows) = try elements(of: array)
        switch element.kind {
        case .integer, .text: break
        default: throw untranslatable("the least or greatest of \(element.kind)")
        }
        let function = node.operation == .minimum ? "MIN" : "MAX"
        return SQLScalar(
            sql: "(SELECT \(text: function)(\(element.sql)\(collation(element.kind))) \(rows))",
            kind: element.kind,
            null: .absent,
            guards: array.guards
        )
    }

    /// The elements of a JSON array as rows: one element, and FROM.
    private mutating func elements(of array: SQLScalar) throws -> (SQLScalar, SQLFragment) {
        guard let json = array.json, case .array(let elementType) = array.kind else {
            throw untranslatable("the members of a value that is no array")
        }
        let type = ValueType(elementType)
        let alias = "j\(nextAlias())"
        let element = SQLScalar(
            sql: try value("\(text: alias).value", type.kind),
            kind: type.kind,
            null: type.isOptional ? .absent : .never
        )
        let place = SQLArgument.fixed(.text(json.path))
        return (element, "FROM json_each(\(json.column), \(place)) AS \(text: alias)")
    }
}
