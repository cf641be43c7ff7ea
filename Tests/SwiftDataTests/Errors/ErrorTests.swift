import Foundation
import GRDBSQLite
import Testing

@testable import SwiftData

@Suite("Errors")
struct ErrorTests {
    static let all: [SwiftDataError] = [
        .includePendingChangesWithBatchSize, .sortingPendingChangesWithIdentifiers, .unsupportedKeyPath,
        .unsupportedPredicate, .unsupportedSortDescriptor, .historyTokenExpired, .invalidTransactionFetchRequest,
        .configurationFileNameContainsInvalidCharacters, .configurationFileNameTooLong,
        .configurationSchemaNotFoundInContainerSchema, .duplicateConfiguration, .loadIssueModelContainer,
        .modelValidationFailure, .missingModelContext, .backwardMigration, .unknownSchema,
    ]

    @Test func `all sixteen kinds differ and explain themselves`() {
        #expect(Set(Self.all).count == 16)
        for error in Self.all {
            #expect(error.description.hasSuffix("."))
            #expect(error.localizedDescription == error.description)
        }
    }

    @Test func `an explanation takes no part in equality`() {
        let explained = SwiftDataError.modelValidationFailure.explained(
            entity: "Idea",
            property: "title",
            value: String(repeating: "x", count: 500),
            "is too long."
        )
        #expect(explained == .modelValidationFailure)
        #expect(explained != .unknownSchema)
        #expect(Set([explained, .modelValidationFailure]).count == 1)
        #expect(explained.description.contains("Idea.title"))
        #expect(explained.description.contains("500 characters"))
        #expect(explained.description.count < 300)
    }

    @Test func `a kind is a pattern for any error`() {
        func kind(of error: any Error) -> String {
            do {
                throw error
            } catch SwiftDataError.unknownSchema {
                return "schema"
            } catch SwiftDataError.loadIssueModelContainer {
                return "load"
            } catch {
                return "other"
            }
        }
        #expect(kind(of: SwiftDataError.unknownSchema.explained("Idea lost its title.")) == "schema")
        #expect(kind(of: SwiftDataError.loadIssueModelContainer) == "load")
        #expect(kind(of: StoreError.notADatabase(URL(fileURLWithPath: "/tmp/x"))) == "load")
        #expect(kind(of: SwiftDataError.duplicateConfiguration) == "other")
        #expect(kind(of: DataStoreError.unsupportedFeature) == "other")
    }

    @Test func `result codes of SQLite become errors, extended ones too`() {
        let url = URL(fileURLWithPath: "/tmp/some.store")
        #expect(StoreError(sqliteResultCode: SQLITE_OK) == nil)
        #expect(StoreError(sqliteResultCode: SQLITE_ROW) == nil)
        #expect(StoreError(sqliteResultCode: SQLITE_DONE) == nil)
        #expect(StoreError(sqliteResultCode: SQLITE_FULL) == .diskFull)
        #expect(StoreError(sqliteResultCode: SQLITE_BUSY | (2 << 8)) == .locked)
        #expect(StoreError(sqliteResultCode: SQLITE_NOTADB, url: url) == .notADatabase(url))
        #expect(StoreError(sqliteResultCode: SQLITE_READONLY | (1 << 8), url: url) == .readOnly(url))
        #expect(
            StoreError(sqliteResultCode: SQLITE_CORRUPT, message: "bad page", url: url)
                == .damaged(url, reason: "bad page")
        )
        #expect(
            StoreError(sqliteResultCode: SQLITE_MISUSE, message: "m") == .unexpected(code: SQLITE_MISUSE, reason: "m")
        )
    }

    @Test func `every message of a store error says what to do`() throws {
        let url = URL(fileURLWithPath: "/data/ideas.store")
        let errors: [StoreError] = [
            .damaged(url, reason: "r"), .notADatabase(url), .newerVersion(required: "2", found: "1"), .diskFull,
            .locked,
            .readOnly(url), .cannotOpen(url, reason: "r"), .inputOutput(reason: "r"), .constraintViolated(reason: "r"),
            .tooLarge(reason: "r"), .interrupted, .unexpected(code: 21, reason: "r"),
        ]
        for error in errors {
            #expect(error.description.count > 30)
            #expect(error.errorDescription == error.description)
            #expect(SwiftDataError.loadIssueModelContainer ~= error)
        }
        #expect(StoreError.damaged(url, reason: "r").description.contains("/data/ideas.store"))
    }
}
