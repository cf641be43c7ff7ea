/// Which values may stay in their column when the type of their property changes.
enum StorageConversion {
    /// Whether every value of the old type is one of the new type, in the same stored form.
    static func isLossless(from old: PropertyDescription, to new: PropertyDescription) -> Bool {
        guard let before = old.storage, let after = new.storage else { return false }
        if [before.form, after.form].contains(where: { $0 == .json || $0 == .transformed }) {
            return before.form == after.form && old.valueType == new.valueType
        }
        guard let source = before.scalar, let destination = after.scalar else { return false }
        return source == destination || widenings[source]?.contains(destination) == true
    }

    /// For each scalar those that hold all of its values.
    ///
    /// `Int` has 64 bits on every platform this runs on.
    private static let widenings: [String: Set<String>] = [
        "Int8": ["Int16", "Int32", "Int64", "Int", "Float", "Double"],
        "Int16": ["Int32", "Int64", "Int", "Float", "Double"],
        "Int32": ["Int64", "Int", "Double"],
        "Int64": ["Int"],
        "Int": ["Int64"],
        "UInt8": ["UInt16", "UInt32", "UInt64", "UInt", "Int16", "Int32", "Int64", "Int", "Float", "Double"],
        "UInt16": ["UInt32", "UInt64", "UInt", "Int32", "Int64", "Int", "Float", "Double"],
        "UInt32": ["UInt64", "UInt", "Int64", "Int", "Double"],
        "UInt64": ["UInt"],
        "UInt": ["UInt64"],
        "Bool": ["Int8", "Int16", "Int32", "Int64", "Int", "UInt8", "UInt16", "UInt32", "UInt64", "UInt"],
        "Float": ["Double"],
    ]
}
