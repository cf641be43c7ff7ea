/// What makes one schema another.
public struct SchemaDifference: Hashable, Sendable {
    /// One thing that differs.
    public struct Change: Hashable, Sendable {
        /// Whether data could be lost by it: something is gone, or has another type.
        public let isLoss: Bool
        /// What, for people; a field as `Type.field`.
        public let description: String
    }

    /// What differs, by type and field.
    public let changes: [Change]

    /// The way from one schema to another.
    public init(from old: RecordSchema, to new: RecordSchema) {
        var changes: [Change] = []
        for type in Set(old.types.keys).union(new.types.keys).sorted() {
            switch (old.types[type], new.types[type]) {
            case (nil, let new?):
                changes.append(Change(isLoss: false, description: "+ \(type)"))
                changes += Self.changes(of: type, RecordType(), new)
                changes += Self.changes(ofGrantsOf: type, [], new.grants)
            case (_?, nil): changes.append(Change(isLoss: true, description: "- \(type)"))
            case (let old?, let new?):
                changes += Self.changes(of: type, old, new)
                changes += Self.changes(ofGrantsOf: type, SchemaRights.grants(of: old), SchemaRights.grants(of: new))
            case (nil, nil): break
            }
        }
        let (oldRoles, newRoles) = (Set(old.roles), Set(new.roles))
        for role in oldRoles.symmetricDifference(newRoles).sorted() {
            let sign = newRoles.contains(role) ? "+" : "-"
            changes.append(Change(isLoss: false, description: "\(sign) ROLE \(role)"))
        }
        self.changes = changes
    }

    /// Whether nothing differs.
    public var isEmpty: Bool {
        changes.isEmpty
    }

    /// Refuses a change by which data could be lost.
    ///
    /// - Throws: ``SchemaLoss``.
    public func checkAdditive() throws(SchemaLoss) {
        let losses = changes.filter(\.isLoss).map(\.description)
        if !losses.isEmpty { throw SchemaLoss(changes: losses) }
    }

    private static func changes(of type: String, _ old: RecordType, _ new: RecordType) -> [Change] {
        var changes: [Change] = []
        for field in Set(old.fields.keys).union(new.fields.keys).sorted() {
            let name = "\(type).\(field)"
            switch (old.fields[field], new.fields[field]) {
            case (nil, let new?): changes.append(Change(isLoss: false, description: "+ \(name) \(new.words)"))
            // What a schema says of a system field are only marks; the field is always there.
            case (let old?, nil):
                changes.append(Change(isLoss: !field.hasPrefix("_"), description: "- \(name) \(old.words)"))
            case (let old?, let new?) where old != new:
                let isLoss = old.type != new.type
                changes.append(Change(isLoss: isLoss, description: "~ \(name) \(old.words) → \(new.words)"))
            default: break
            }
        }
        return changes
    }

    /// What is granted to a role now and was not, or no more: a line for each permission.
    private static func changes(
        ofGrantsOf type: String,
        _ old: [SchemaGrant],
        _ new: [SchemaGrant]
    ) -> [Change] {
        let (old, new) = (words(of: old), words(of: new))
        return old.symmetricDifference(new).sorted().map { words in
            Change(isLoss: false, description: "\(new.contains(words) ? "+" : "-") \(type) \(words)")
        }
    }

    private static func words(of grants: [SchemaGrant]) -> Set<String> {
        Set(grants.flatMap { grant in grant.permissions.map { "GRANT \($0) TO \(grant.role)" } })
    }
}

/// A schema was to be changed so that data could be lost.
public struct SchemaLoss: Error, Hashable, Sendable {
    /// What would be gone, or of another type.
    public let changes: [String]
}

extension SchemaField {
    /// The type and the marks, for people.
    fileprivate var words: String {
        let marks = SchemaWords.marks.filter { self.marks.contains($0.mark) }.map(\.word)
        return ((self.marks.contains(.encrypted) ? ["ENCRYPTED"] : []) + [type] + marks).joined(separator: " ")
    }
}

extension RecordStore {
    /// Makes the schema of the development environment that of production.
    ///
    /// - Throws: ``SchemaLoss`` if production has what development has not.
    /// - Returns: What changed.
    public func deploySchema(of container: String) async throws -> SchemaDifference {
        let new = try await schema(of: SchemaKey(container: container, environment: .development))
        let production = SchemaKey(container: container, environment: .production)
        return try await putSchema(new, as: production)
    }

    /// Puts a schema in the place of another, if nothing can be lost by it.
    ///
    /// - Throws: ``SchemaLoss``.
    /// - Returns: What changed.
    public func putSchema(_ new: RecordSchema, as key: SchemaKey) async throws -> SchemaDifference {
        let difference = SchemaDifference(from: try await schema(of: key), to: new)
        try difference.checkAdditive()
        try await changeSchema(of: key) { old in
            // It may have grown meanwhile.
            try SchemaDifference(from: old, to: new).checkAdditive()
            return new
        }
        return difference
    }
}
