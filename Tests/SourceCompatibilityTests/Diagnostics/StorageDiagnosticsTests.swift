import Foundation
import SwiftData
import Testing

struct StorageDiagnosticsTests {
    private func makeContext() throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: DiagnosticEvent.self,
                configurations: ModelConfiguration(isStoredInMemoryOnly: true)
            )
        )
    }

    @Test func patterns() {
        #expect(StorageDiagnostics.advice(for: SwiftData.SwiftDataError.unsupportedPredicate) == .simplifyPredicate)
        #expect(StorageDiagnostics.advice(for: SwiftData.SwiftDataError.backwardMigration) == .restoreFromBackup)
        #expect(StorageDiagnostics.advice(for: SwiftData.SwiftDataError.historyTokenExpired) == .startHistoryAgain)
        #expect(StorageDiagnostics.advice(for: CancellationError()) == .unknown("CancellationError"))
        #expect(StorageDiagnostics.advice(for: SwiftDataError.constraintViolation("own")) == .unknown("SwiftDataError"))
        #expect(Set([SwiftData.SwiftDataError.unknownSchema, .unknownSchema, .duplicateConfiguration]).count == 2)
    }

    @Test func batchesWithPendingChanges() throws {
        let context = try makeContext()
        let refusal = SwiftData.SwiftDataError.includePendingChangesWithBatchSize
        #expect(StorageDiagnostics.advice(for: refusal) == .saveFirst)
        let sorted = FetchDescriptor<DiagnosticEvent>(sortBy: [SortDescriptor(\.message)])
        context.insert(DiagnosticSource(name: "x"))
        context.insert(DiagnosticEvent(message: "pending"))
        #expect(StorageDiagnostics.advice { try context.fetchIdentifiers(sorted) } == .saveFirst)
    }

    @Test func validation() throws {
        let context = try makeContext()
        context.insert(DiagnosticEvent(message: "without a source"))
        #expect(StorageDiagnostics.advice { try context.save() } == .fixInput)
        #expect(context.hasChanges)
        context.rollback()
        let event = DiagnosticEvent(message: "with a source")
        context.insert(event)
        event.sources = [DiagnosticSource(name: "disk")]
        #expect(StorageDiagnostics.advice { try context.save() } == nil)
    }

    @Test func configurations() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("same.store")
        let twice = ModelConfiguration("One", schema: Schema([DiagnosticEvent.self]), url: url)
        #expect(
            StorageDiagnostics.advice {
                try ModelContainer(for: Schema([DiagnosticEvent.self]), configurations: [twice, twice])
            } == .checkConfiguration
        )
        let foreign = ModelConfiguration("Foreign", schema: Schema([SensorSample.self]), url: url)
        #expect(
            StorageDiagnostics.advice {
                try ModelContainer(for: Schema([DiagnosticEvent.self]), configurations: [foreign])
            } == .checkConfiguration
        )
    }

    @Test func aFileThatIsNoStore() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("broken.store")
        try Data(String(repeating: "this is not a database. ", count: 400).utf8).write(to: url)
        #expect(
            StorageDiagnostics.advice {
                try ModelContainer(for: DiagnosticEvent.self, configurations: ModelConfiguration(url: url))
            } == .restoreFromBackup
        )
    }
}
