import Foundation

extension SwiftDataError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// The kind in words, followed by what happened in this case.
    public var description: String {
        guard let explanation else { return kind.summary }
        return "\(kind.summary) \(explanation)"
    }

    /// The name of the kind and its description.
    public var debugDescription: String {
        "SwiftDataError.\(kind.rawValue): \(description)"
    }

    /// The same as `description`.
    public var errorDescription: String? {
        description
    }
}

extension SwiftDataError.Kind {
    /// One sentence that is true of every error of the kind.
    var summary: String {
        switch self {
        case .includePendingChangesWithBatchSize:
            "A fetch in batches cannot see unsaved changes: set includePendingChanges to false."
        case .sortingPendingChangesWithIdentifiers:
            "Identifiers cannot be sorted while there are unsaved changes: save first, or leave out the sort order."
        case .unsupportedKeyPath: "The key path does not lead to a persisted property."
        case .unsupportedPredicate: "The predicate cannot be evaluated."
        case .unsupportedSortDescriptor: "The sort order cannot be applied."
        case .historyTokenExpired: "The history after this token is no longer complete: start again from the data."
        case .invalidTransactionFetchRequest: "The history request cannot be answered."
        case .configurationFileNameContainsInvalidCharacters: "The configuration's name cannot be a file name."
        case .configurationFileNameTooLong: "The configuration's name is too long for a file name."
        case .configurationSchemaNotFoundInContainerSchema:
            "The configuration names an entity that the container's schema does not have."
        case .duplicateConfiguration: "Two configurations claim the same store or the same entity."
        case .loadIssueModelContainer: "The store could not be opened."
        case .modelValidationFailure: "The object cannot be saved as it is."
        case .missingModelContext: "The object belongs to no context: insert it into one first."
        case .backwardMigration: "The store was written by a newer version of the program."
        case .unknownSchema: "The store's schema is none that the migration plan knows."
        }
    }
}
