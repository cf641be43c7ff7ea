/// The exceptions that the house allows, each with its reason. A longer list is a decision; a shorter one is progress.
enum HousePlan {
    static let bannedCalls = BannedCalls(
        mayStopTheProcess: [
            "Sources/SwiftData/Model/Placeholder.swift": "a value that must be given, of a type that nobody can make",
            "Sources/SwiftData/Model/PersistentModel+Values.swift": "a key path to a constant, named in code",
            "Sources/SwiftData/Fetch/FetchResultsCollection.swift": "a position outside, as in every collection",
            "Sources/SwiftData/Context/IdentityMap.swift":
                "an invariant of debug builds: a place that outlives its instance",
            "Sources/SwiftData/Context/EntityRegistry.swift":
                "an invariant of debug builds: an instance that the identity map has twice",
            "Sources/SwiftData/Context/ModelActor.swift": "an executor of another kind, named in code",
            "Sources/SwiftData/Context/ModelContext.swift": "a class of another container, named in code",
            "Sources/SwiftUI/Graph/View.swift": "the body of a view that has none",
            "Sources/SwiftUI/Navigation/Toolbar.swift": "the body of an item that has none",
            "Sources/SwiftUI/App/App.swift": "the body of a scene that has none",
            "Sources/SwiftUI/State/Binding.swift": "a place without a value, which nobody makes",
            "Sources/SwiftUI/State/ObservableObject.swift": "an object that the app forgot to hand down, as on Apple's",
            "Sources/SwiftUI/Environment/EnvironmentValues.swift":
                "an object that the app forgot to hand down, as on Apple's",
            "Sources/SwiftUI/Query/Query.swift":
                "a query outside of a view, or of a type that is no array, named in code",
            "Sources/SwiftUI/Query/ModelEnvironment.swift": "an empty store in memory that cannot be opened",
        ],
        mayAskTheWorld: [
            "Sources/SwiftData/Store/LiveEnvironment.swift": "the framework's clock, identifiers and randomness",
            "Sources/IdeaBoxCore/Surroundings/LiveSurroundings.swift":
                "the application's clock, identifiers and randomness",
            "Sources/AlarmClockCore/Surroundings/LiveSurroundings.swift":
                "the application's clock, identifiers and randomness",
            "Sources/AppCommons/Values/UUID+Random.swift": "identifiers for the surroundings of both applications",
            "Sources/CloudKit/Surroundings/LiveSurroundings.swift": "the client's clock, identifiers and randomness",
            "Sources/WebHost/Host/LiveSurroundings.swift": "the host's clock and randomness",
            "Sources/SwiftUI/App/LiveSurroundings.swift": "the clock of views",
            "Sources/CloudKitServer/Service/Surroundings.swift": "the server's clock, identifiers and randomness",
            "Sources/Simulate/": "how long simulations took",
            "Tools/StoreSimulation/Sources/SimulateStore/": "how long stories took",
            "Tools/AlarmSimulation/Sources/SimulateAlarms/": "how long stories took",
            "Tools/ServiceSimulation/Sources/SimulateService/": "how long stories took",
            "Tools/MigrationSimulation/Sources/SimulateMigrations/": "how long chains took",
            "Tools/StoreSimulation/Sources/StressStore/": "how long writers write, and a seed where none is given",
            "Tools/MutationTesting/Sources/MutationTesting/": "how long checks took, and the names of their folders",
        ],
        mayPrint: ["IdeaBoxCommand", "AlarmClockCommand", "CloudKitServerCommand"]
    )

    /// Targets that no other code calls, so that their public declarations explain themselves to nobody.
    static let calledByNobody: Set<String> = [
        "SwiftDataMacros", "SwiftUIMacros", "IdeaBoxCommand", "AlarmClockCommand", "CloudKitServerCommand", "Simulate",
        "SimulateStore", "StressStore", "SimulateAlarms", "SimulateService", "SimulateMigrations",
    ]

    /// Functions over 70 lines and files over 500: both lists are empty and stay so if they can.
    static let lengths = Lengths(longFunctions: [:], longFiles: [:])

    /// How many errors each target drops. A count may only shrink.
    static let droppedErrors = DroppedErrors(
        counts: [
            "AlarmClockCommand": 1, "AlarmClockCore": 78, "AlarmClockUI": 1, "AppCommons": 2, "CloudKit": 56,
            "CloudKitServer": 38, "CloudKitServerCommand": 5, "CloudKitWebServices": 13, "IdeaBoxCommand": 4,
            "IdeaBoxCore": 53, "IdeaBoxUI": 7, "MutationTesting": 18, "mutation": 1, "Simulate": 2, "SimulateStore": 2,
            "SimulationTesting": 15, "AlarmSimulation": 2, "MigrationSimulation": 6, "ServiceSimulation": 6,
            "SimulateAlarms": 1,
            "SimulateMigrations": 1, "SimulateService": 2,
            "StoreSimulation": 10, "StressStore": 2, "SwiftData": 86, "SwiftUI": 30, "WebHost": 21,
        ]
    )

    /// Names of `SwiftUI` with an effect that source uses without writing them, each with what uses it.
    static let namesNobodyWrites: [String: String] = [
        "AttributeDynamicLookup.subscript": "the compiler writes it for an attribute's name",
        "ButtonStyleConfiguration": "a style calls it `Configuration`",
        "PrimitiveButtonStyleConfiguration": "a style calls it `Configuration`",
        "LabelStyleConfiguration": "a style calls it `Configuration`",
        "LabelStyleConfiguration.Icon": "the type of what a style shows",
        "LabelStyleConfiguration.Title": "the type of what a style shows",
        "ToggleStyleConfiguration": "a style calls it `Configuration`",
        "PreviewProvider.Previews": "the type of `previews`",
    ]

    /// Paths in which a banned word is a term of the trade.
    static let words = ProjectWords(allowed: [:])

    /// Folders below those whose files are data.
    static let dataFolders = ["Tests/TestSupport/ZoneFiles/"]

    /// Files at the root and folders below it that a reader sees, and that are held to the same words.
    static let readFolders = [
        "Sources", "Tests", "Documentation", "Scripts", "Benchmarks", "Apps", "Examples", "Tools",
    ]
    static let readFiles = [
        "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile", "Package.swift", ".ci/run",
    ]
    static let readableEndings = [
        ".swift", ".md", ".sh", ".py", ".c", ".h", ".json", ".txt", ".csv", ".yml", ".yaml", ".modulemap",
    ]
}
