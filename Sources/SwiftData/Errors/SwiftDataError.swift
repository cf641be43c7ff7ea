/// What went wrong in a fetch, a configuration, a container, a context or a migration.
///
/// Two errors are equal when they are of the same kind, so `catch SwiftDataError.modelValidationFailure` and
/// `error as? SwiftDataError == .unsupportedPredicate` both work; the explanation that names entity, property and
/// value takes no part in it.
///
/// Difference from Apple: `description` and `localizedDescription` carry that explanation.
public struct SwiftDataError: Error {
    let kind: Kind
    /// What happened in this very case, as whole sentences; nil on the bare kinds.
    let explanation: String?

    private init(_ kind: Kind, explanation: String? = nil) {
        self.kind = kind
        self.explanation = explanation
    }

    /// The same kind of error, saying what happened in this case.
    func explained(_ explanation: String) -> SwiftDataError {
        SwiftDataError(kind, explanation: explanation)
    }

    /// The same kind of error, naming where it happened: `Idea.title "…": may not be empty`.
    ///
    /// A long value is cut; what follows is told by its length only.
    func explained(
        entity: String,
        property: String? = nil,
        value: Any? = nil,
        identifier: Any? = nil,
        _ reason: String
    ) -> SwiftDataError {
        var place = entity
        if let property { place += ".\(property)" }
        if let value { place += " \(Self.excerpt(of: value))" }
        if let identifier { place += " (\(identifier))" }
        return explained("\(place): \(reason)")
    }

    private static func excerpt(of value: Any) -> String {
        let text = String(describing: value)
        guard text.count > excerptLimit else { return "\"\(text)\"" }
        return "\"\(text.prefix(excerptLimit))…\" (\(text.count) characters)"
    }

    private static let excerptLimit = 60
}

// MARK: - Kinds

extension SwiftDataError {
    enum Kind: String, Sendable {
        case includePendingChangesWithBatchSize
        case sortingPendingChangesWithIdentifiers
        case unsupportedKeyPath
        case unsupportedPredicate
        case unsupportedSortDescriptor
        case historyTokenExpired
        case invalidTransactionFetchRequest
        case configurationFileNameContainsInvalidCharacters
        case configurationFileNameTooLong
        case configurationSchemaNotFoundInContainerSchema
        case duplicateConfiguration
        case loadIssueModelContainer
        case modelValidationFailure
        case missingModelContext
        case backwardMigration
        case unknownSchema
    }

    // MARK: Fetching

    /// A fetch in batches was asked to see unsaved changes as well.
    ///
    /// For source that throws or catches it; nothing of this module does.
    public static let includePendingChangesWithBatchSize = SwiftDataError(.includePendingChangesWithBatchSize)
    /// Sorted identifiers were asked for while unsaved changes exist.
    public static let sortingPendingChangesWithIdentifiers = SwiftDataError(.sortingPendingChangesWithIdentifiers)
    /// A key path does not lead to a persisted property.
    public static let unsupportedKeyPath = SwiftDataError(.unsupportedKeyPath)
    /// A predicate can be evaluated neither by the store nor in memory.
    public static let unsupportedPredicate = SwiftDataError(.unsupportedPredicate)
    /// A sort descriptor can be applied neither by the store nor in memory.
    ///
    /// For source that throws or catches it; nothing of this module does.
    public static let unsupportedSortDescriptor = SwiftDataError(.unsupportedSortDescriptor)

    // MARK: History

    /// The history after a token is no longer complete: a part of it was deleted.
    public static let historyTokenExpired = SwiftDataError(.historyTokenExpired)
    /// A history request is contradictory, or the store keeps no history.
    public static let invalidTransactionFetchRequest = SwiftDataError(.invalidTransactionFetchRequest)

    // MARK: Configuration

    /// A configuration's name cannot be a file name.
    public static let configurationFileNameContainsInvalidCharacters =
        SwiftDataError(.configurationFileNameContainsInvalidCharacters)
    /// A configuration's name is longer than a file name may be.
    public static let configurationFileNameTooLong = SwiftDataError(.configurationFileNameTooLong)
    /// A configuration names an entity that its container does not have.
    public static let configurationSchemaNotFoundInContainerSchema =
        SwiftDataError(.configurationSchemaNotFoundInContainerSchema)
    /// Two configurations of a container claim the same store or the same entity.
    public static let duplicateConfiguration = SwiftDataError(.duplicateConfiguration)

    // MARK: Container and context

    /// A container's store could not be opened.
    ///
    /// The pattern matches every ``StoreError`` too.
    public static let loadIssueModelContainer = SwiftDataError(.loadIssueModelContainer)
    /// An object may not be saved as it is.
    public static let modelValidationFailure = SwiftDataError(.modelValidationFailure)
    /// An operation needs a context, and the object has none.
    ///
    /// For source that throws or catches it; nothing of this module does.
    public static let missingModelContext = SwiftDataError(.missingModelContext)

    // MARK: Migration

    /// The store was written with a newer schema than the program has.
    public static let backwardMigration = SwiftDataError(.backwardMigration)
    /// The store's schema is none that the migration plan names.
    public static let unknownSchema = SwiftDataError(.unknownSchema)

    /// Lets a kind stand as a pattern in `catch` and `case`, against any error.
    public static func ~= (pattern: SwiftDataError, error: any Error) -> Bool {
        switch error {
        case let error as SwiftDataError: error == pattern
        case is StoreError: pattern == .loadIssueModelContainer
        case let error as MigrationError: error.pattern == pattern || pattern == .loadIssueModelContainer
        default: false
        }
    }
}

extension SwiftDataError: Hashable {
    /// Compares the kinds; explanations take no part.
    public static func == (lhs: SwiftDataError, rhs: SwiftDataError) -> Bool {
        lhs.kind == rhs.kind
    }

    /// Feeds the kind into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
    }
}
