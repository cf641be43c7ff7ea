import Foundation

// What can be computed of a value: a text's length, a date's seconds, a raw value, a member of a JSON column.

extension SQLRenderer {
    mutating func property(_ keyPath: AnyKeyPath, of scalar: SQLScalar, _ node: FormNode) throws -> SQLTerm {
        if let json = scalar.json { return try property(keyPath, of: scalar, json, node) }
        switch scalar.kind {
        case .text: return try property(keyPath, ofText: scalar)
        case .date: return .scalar(try seconds(keyPath, of: scalar))
        case .raw(let raw):
            guard RawValueKeyPath.matches(keyPath) else { break }
            return .scalar(scalar.with(raw))
        case .url where keyPath == \URL.absoluteString: return .scalar(scalar.with(.text))
        case .uuid where keyPath == \UUID.uuidString:
            return .scalar(scalar.with(.text, sql: SQLFunctionName.uuidText(scalar.sql)))
        default: break
        }
        throw untranslatable("\(keyPath)")
    }

    private func property(_ keyPath: AnyKeyPath, ofText text: SQLScalar) throws -> SQLTerm {
        switch CollectionMember(keyPath) {
        case .count:
            return .scalar(text.with(.integer(.int64), sql: SQLFunctionName.characterCount(text.sql)))
        case .isEmpty:
            return .condition(
                SQLCondition(sql: "\(text.sql) = ''", null: text.null).guarded(by: text.guards)
            )
        default: throw untranslatable("\(keyPath) of a text")
        }
    }

    private func seconds(_ keyPath: AnyKeyPath, of date: SQLScalar) throws -> SQLScalar {
        switch keyPath {
        case \Date.timeIntervalSinceReferenceDate: return date.with(.real(isSingle: false))
        case \Date.timeIntervalSince1970:
            let offset = SQLArgument.fixed(.real(Date.timeIntervalBetween1970AndReferenceDate))
            return date.with(.real(isSingle: false), sql: "(\(date.sql) + \(offset))")
        default: throw untranslatable("\(keyPath)")
        }
    }
}

extension SQLScalar {
    /// The same value seen as another kind, or a function of it that is NULL where it is.
    func with(_ kind: ValueKind, sql: SQLFragment? = nil) -> SQLScalar {
        SQLScalar(sql: sql ?? self.sql, kind: kind, null: null, guards: guards, isPath: isPath && sql == nil)
    }
}

/// Whether a key path is `\.rawValue`.
///
/// A computed property has no name at run time, so it is told by what it does: it must give the raw value of every
/// case.
enum RawValueKeyPath {
    static func matches(_ keyPath: AnyKeyPath) -> Bool {
        guard let root = type(of: keyPath).rootType as? any RawRepresentable.Type else { return false }
        return matches(keyPath, in: root)
    }

    private static func matches<Root: RawRepresentable>(_ keyPath: AnyKeyPath, in: Root.Type) -> Bool {
        guard let typed = keyPath as? KeyPath<Root, Root.RawValue> else { return false }
        if typed == \Root.rawValue { return true }
        guard let iterable = Root.self as? any CaseIterable.Type else { return false }
        return matchesAll(typed, cases: iterable)
    }

    private static func matchesAll<Root: RawRepresentable, Cases: CaseIterable>(
        _ keyPath: KeyPath<Root, Root.RawValue>,
        cases: Cases.Type
    ) -> Bool {
        Cases.allCases.allSatisfy { member in
            guard let root = member as? Root, let raw = root.rawValue as? any Equatable else { return false }
            return raw.isEqual(to: root[keyPath: keyPath])
        }
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool {
        (other as? Self) == self
    }
}
