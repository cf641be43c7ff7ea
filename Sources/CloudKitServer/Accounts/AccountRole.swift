/// A role that an account was given: what a schema grants to it in the public database, the account may do.
public struct AccountRole: Hashable, Sendable {
    /// The schema that has created the role.
    public let schema: SchemaKey
    /// The role's name.
    public let name: String

    /// A role of a schema.
    public init(schema: SchemaKey, name: String) {
        (self.schema, self.name) = (schema, name)
    }
}

/// Why no role was given, or none taken away.
public enum RoleError: Error, Hashable, Sendable {
    /// The schema has no such role; these it has.
    case unknownRole(known: [String])
    /// The account does not have the role.
    case isNotGiven
}
