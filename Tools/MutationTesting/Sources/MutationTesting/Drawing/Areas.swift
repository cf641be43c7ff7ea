/// A part of the product from which mutants are drawn.
package struct Area: Sendable, Hashable {
    /// Its name in lists, reports and arguments.
    package let name: String
    /// The module that its files belong to.
    package let module: String
    /// Patterns of paths below the root of the repository; `*` stays within a folder, `**` does not.
    package let files: [String]

    /// All areas; a file belongs to the first one that names it.
    package static let all = [
        Area(
            name: "store-writer",
            module: "SwiftData",
            files: [
                "Sources/SwiftData/Store/SaveWriter*.swift", "Sources/SwiftData/Store/SQLiteStore+Save.swift",
                "Sources/SwiftData/Store/SQLiteStore+Erase.swift", "Sources/SwiftData/Store/SQLiteStore+Targets.swift",
                "Sources/SwiftData/Store/KeyAllocator.swift", "Sources/SwiftData/Store/HistoryRecorder.swift",
                "Sources/SwiftData/Store/ExternalFiles.swift", "Sources/SwiftData/History/HistoryWriter.swift",
                "Sources/SwiftData/Model/RowWriter.swift",
            ]
        ),
        Area(
            name: "store-reader",
            module: "SwiftData",
            files: [
                "Sources/SwiftData/Store/SQLiteStore+Fetch.swift", "Sources/SwiftData/Store/SQLiteStore+Load.swift",
                "Sources/SwiftData/Model/RowReader.swift", "Sources/SwiftData/Fetch/RowQuery.swift",
                "Sources/SwiftData/Fetch/FetchTranslation.swift",
                "Sources/SwiftData/Fetch/FetchResultsCollection.swift",
                "Sources/SwiftData/Context/ObjectGraph+Fetch.swift", "Sources/SwiftData/Context/ObjectGraph+Load.swift",
            ]
        ),
        Area(
            name: "relationships",
            module: "SwiftData",
            files: [
                "Sources/SwiftData/Context/ObjectGraph*.swift", "Sources/SwiftData/Context/ListEditor.swift",
                "Sources/SwiftData/Context/LinkVisitors.swift", "Sources/SwiftData/Merging/ListMerge.swift",
            ]
        ),
        Area(name: "migration", module: "SwiftData", files: ["Sources/SwiftData/Migration/*.swift"]),
        Area(
            name: "mirroring",
            module: "SwiftData",
            files: ["Apply", "Books", "Clock", "Records", "Scan", "Schema", "Sync", "Values"].map {
                "Sources/SwiftData/Mirroring/\($0)/*.swift"
            }
        ),
        Area(
            name: "sync",
            module: "IdeaBoxCore",
            files: [
                "Sources/IdeaBoxCore/Sync/**/*.swift", "Sources/IdeaBoxCore/Rules/HybridStamp.swift",
                "Sources/IdeaBoxCore/Repository/IdeaRepository+Changes.swift",
            ]
        ),
        Area(
            name: "sync-machine",
            module: "CloudKit",
            files: [
                "Sources/CloudKit/SyncEngine/Machine/*.swift", "Sources/CloudKit/SyncEngine/Running/*.swift",
                "Sources/CloudKit/SyncEngine/Engine/CKSyncEngine+Batch.swift",
            ]
        ),
        Area(
            name: "feed",
            module: "CloudKitServer",
            files: [
                "Sources/CloudKitServer/Feed/*.swift", "Sources/CloudKitServer/SQLite/SQLiteRecordStore+Feed.swift",
                "Sources/CloudKitServer/Endpoints/ChangeEndpoints.swift",
            ]
        ),
        Area(
            name: "modify-plan",
            module: "CloudKitServer",
            files: [
                "Sources/CloudKitServer/Records/ModifyPlan*.swift", "Sources/CloudKitServer/Records/ZonesPlan.swift",
                "Sources/CloudKitServer/SQLite/SQLiteRecordStore+Modify.swift",
                "Sources/CloudKitServer/SQLite/GroupCommit.swift", "Sources/CloudKitServer/SQLite/RecordRow.swift",
                "Sources/CloudKitServer/SQLite/KeptAnswers.swift",
            ]
        ),
        Area(
            name: "recurrence",
            module: "AlarmClockCore",
            files: [
                "Sources/AlarmClockCore/Recurrence/*.swift", "Sources/AlarmClockCore/Time/CivilDay.swift",
                "Sources/AlarmClockCore/Time/ClockTime.swift", "Sources/AlarmClockCore/Time/WeekdaySet.swift",
                "Sources/AlarmClockCore/Time/Zone*.swift",
            ]
        ),
    ]

    /// Files that no area takes: they hold the words of errors.
    package static let excluded = ["**/*Error.swift", "**/*Error+*.swift", "**/*Problem.swift", "**/Mutant.swift"]

    package init(name: String, module: String, files: [String]) {
        (self.name, self.module, self.files) = (name, module, files)
    }
}
