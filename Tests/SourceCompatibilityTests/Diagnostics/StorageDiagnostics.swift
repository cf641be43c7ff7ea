import Foundation
import SwiftData

/// The module has an own SwiftDataError, so the framework's is written in full here.
enum StorageDiagnostics {
    enum Advice: Equatable {
        case simplifyPredicate
        case simplifySort
        case saveFirst
        case restoreFromBackup
        case checkConfiguration
        case fixInput
        case startHistoryAgain
        case unknown(String)
    }

    static func advice(for error: any Error) -> Advice {
        switch error {
        case SwiftData.SwiftDataError.unsupportedPredicate, SwiftData.SwiftDataError.unsupportedKeyPath:
            return .simplifyPredicate
        case SwiftData.SwiftDataError.unsupportedSortDescriptor:
            return .simplifySort
        case SwiftData.SwiftDataError.includePendingChangesWithBatchSize,
            SwiftData.SwiftDataError.sortingPendingChangesWithIdentifiers:
            return .saveFirst
        case SwiftData.SwiftDataError.loadIssueModelContainer,
            SwiftData.SwiftDataError.backwardMigration,
            SwiftData.SwiftDataError.unknownSchema:
            return .restoreFromBackup
        case SwiftData.SwiftDataError.duplicateConfiguration,
            SwiftData.SwiftDataError.configurationFileNameTooLong,
            SwiftData.SwiftDataError.configurationFileNameContainsInvalidCharacters,
            SwiftData.SwiftDataError.configurationSchemaNotFoundInContainerSchema:
            return .checkConfiguration
        case SwiftData.SwiftDataError.modelValidationFailure:
            return .fixInput
        case SwiftData.SwiftDataError.historyTokenExpired, SwiftData.SwiftDataError.invalidTransactionFetchRequest:
            return .startHistoryAgain
        default:
            return .unknown(String(describing: type(of: error)))
        }
    }

    static func advice<T>(whenFailing body: () throws -> T) -> Advice? {
        do {
            _ = try body()
            return nil
        } catch SwiftData.SwiftDataError.missingModelContext {
            return .unknown("no context")
        } catch let error as SwiftData.SwiftDataError where error == .unsupportedPredicate {
            return .simplifyPredicate
        } catch {
            return advice(for: error)
        }
    }
}

@Model
final class DiagnosticEvent {
    var message: String
    @Relationship(minimumModelCount: 1) var sources: [DiagnosticSource] = []

    init(message: String) { self.message = message }
}

@Model
final class DiagnosticSource {
    var name: String
    var event: DiagnosticEvent?

    init(name: String) { self.name = name }
}
