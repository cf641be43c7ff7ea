import Foundation

// Comparing with a captured model compares identities: the node that results holds the model's identifier, which can be
// encoded, sent and bound to a statement, where the model itself cannot.

extension PredicateExpressions {
    /// The identity of a model that an operand gives.
    public typealias Identity<Operand: PredicateExpression> = KeyPath<Operand, PersistentIdentifier>
    where Operand.Output: PersistentModel

    /// The identity of the model that an optional operand gives, nil where it gives none.
    public typealias OptionalIdentity<Operand: PredicateExpression, Model: PersistentModel> = OptionalFlatMap<
        Operand, Model, Identity<Variable<Model>>, PersistentIdentifier
    > where Operand.Output == Model?

    /// Whether an operand is a captured model.
    public static func build_Equal<LHS, Model: PersistentModel>(
        lhs: LHS,
        rhs: Value<Model>
    ) -> Equal<Identity<LHS>, Value<PersistentIdentifier>> where LHS.Output == Model {
        build_Equal(lhs: identity(of: lhs), rhs: Value(rhs.value.persistentModelID))
    }

    /// Whether an optional operand is a captured model.
    public static func build_Equal<LHS, Model: PersistentModel>(
        lhs: LHS,
        rhs: Value<Model?>
    ) -> Equal<OptionalIdentity<LHS, Model>, Value<PersistentIdentifier?>> where LHS.Output == Model? {
        build_Equal(lhs: optionalIdentity(of: lhs), rhs: Value(rhs.value?.persistentModelID))
    }

    /// Whether an operand is another than a captured model.
    public static func build_NotEqual<LHS, Model: PersistentModel>(
        lhs: LHS,
        rhs: Value<Model>
    ) -> NotEqual<Identity<LHS>, Value<PersistentIdentifier>> where LHS.Output == Model {
        build_NotEqual(lhs: identity(of: lhs), rhs: Value(rhs.value.persistentModelID))
    }

    /// Whether an optional operand is another than a captured model, or none.
    public static func build_NotEqual<LHS, Model: PersistentModel>(
        lhs: LHS,
        rhs: Value<Model?>
    ) -> NotEqual<OptionalIdentity<LHS, Model>, Value<PersistentIdentifier?>> where LHS.Output == Model? {
        build_NotEqual(lhs: optionalIdentity(of: lhs), rhs: Value(rhs.value?.persistentModelID))
    }

    /// Whether a to-many operand holds a captured model.
    public static func build_contains<LHS, Model: PersistentModel>(
        _ lhs: LHS,
        _ rhs: Value<Model>
    ) -> SequenceContainsWhere<LHS, Equal<Identity<Variable<Model>>, Value<PersistentIdentifier>>>
    where LHS.Output: Sequence, LHS.Output.Element == Model {
        build_contains(lhs, where: { build_Equal(lhs: identity(of: $0), rhs: Value(rhs.value.persistentModelID)) })
    }

    private static func identity<Operand>(of operand: Operand) -> Identity<Operand>
    where Operand.Output: PersistentModel {
        build_KeyPath(root: operand, keyPath: \.persistentModelID)
    }

    private static func optionalIdentity<Operand, Model: PersistentModel>(
        of operand: Operand
    ) -> OptionalIdentity<Operand, Model> where Operand.Output == Model? {
        build_flatMap(operand) { build_KeyPath(root: $0, keyPath: \.persistentModelID) }
    }
}
