// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
// Source that stands for an app's own may draw warnings, as an app's own does.
let appSource: [SwiftSetting] = [.swiftLanguageMode(.v6)]
// As Xcode 26 sets up a new app.
let newProject: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"), .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("MemberImportVisibility"), .enableUpcomingFeature("ExistentialAny"),
]
// A release build is told by Scripts/common.sh where its plug-ins are, built for debugging: it needs no swift-syntax, whose
// optimised build takes longer than all that is to run. Then no target depends on a plug-in.
let buildsPlugins = Context.environment["BUILT_PLUGINS"] == nil
func plugin(_ name: String) -> [Target.Dependency] { buildsPlugins ? [.target(name: name)] : [] }
// What the plug-ins are made of.
let swiftSyntax: [Target.Dependency] = [
    "SwiftCompilerPlugin", "SwiftSyntaxMacros", "SwiftSyntaxBuilder", "SwiftDiagnostics", "SwiftOperators",
    "SwiftIfConfig",
].map { .product(name: $0, package: "swift-syntax") }

let package = Package(
    name: "swift-data-off-apple",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "SwiftData", targets: ["SwiftData"]),
        .library(name: "CloudKitWebServices", targets: ["CloudKitWebServices"]),
        .library(name: "CloudKit", targets: ["CloudKit"]),
        .library(name: "CloudKitServer", targets: ["CloudKitServer"]),
        .library(name: "WebHost", targets: ["WebHost"]),
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "IdeaBoxCore", targets: ["IdeaBoxCore"]),
        .library(name: "IdeaBoxUI", targets: ["IdeaBoxUI"]),
        .library(name: "AlarmClockCore", targets: ["AlarmClockCore"]),
        .library(name: "AlarmClockUI", targets: ["AlarmClockUI"]),
        .executable(name: "ideabox", targets: ["IdeaBoxCommand"]),
        .executable(name: "alarmclock", targets: ["AlarmClockCommand"]),
        .executable(name: "cloudkit-server", targets: ["CloudKitServerCommand"]),
    ],
    traits: [
        .trait(
            name: "CloudKitMirroring",
            description: "Lets a ModelConfiguration mirror its store through CloudKit. Off: no network stack is built."
        ),
        .default(enabledTraits: ["CloudKitMirroring"]),
    ],
    dependencies: [
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swiftlang/swift-syntax", "602.0.0"..<"604.0.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: [.defaults, "YAML"]),
        .package(url: "https://github.com/jpsim/Yams", "5.4.0"..<"7.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        .macro(
            name: "SwiftDataMacros",
            dependencies: swiftSyntax,
            swiftSettings: strict
        ),
        .target(
            name: "SwiftData",
            dependencies: plugin("SwiftDataMacros") + [
                .target(name: "CloudKit", condition: .when(traits: ["CloudKitMirroring"])),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "CloudKitWebServices",
            dependencies: [.product(name: "Crypto", package: "swift-crypto")],
            swiftSettings: strict
        ),
        .systemLibrary(
            name: "CPostgreSQL",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .target(
            name: "CloudKitServer",
            dependencies: [
                "CloudKitWebServices",
                "CPostgreSQL",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "CloudKitServerCommand",
            dependencies: [
                "CloudKitServer",
                "AppCommons",
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Yams", package: "Yams"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "CloudKit",
            dependencies: [
                "CloudKitWebServices",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        // Files that are part of the program, so that it can be moved. As resources that are embedded in Swift code they are
        // literals of numbers, which take the compiler a hundred times as long.
        .target(name: "CWebHostAssets"),
        .target(
            name: "WebHost",
            dependencies: [
                "CWebHostAssets",
                "AppCommons",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            exclude: ["Assets"],
            swiftSettings: strict
        ),
        .macro(name: "SwiftUIMacros", dependencies: swiftSyntax, swiftSettings: strict),
        .target(
            name: "SwiftUI",
            dependencies: plugin("SwiftUIMacros") + ["SwiftData", "WebHost"],
            swiftSettings: strict
        ),
        .target(name: "IdeaBoxCore", dependencies: ["SwiftData", "CloudKit", "AppCommons"], swiftSettings: strict),
        .target(name: "IdeaBoxUI", dependencies: ["IdeaBoxCore", "AppCommons", "SwiftUI"], swiftSettings: strict),
        .executableTarget(
            name: "IdeaBoxCommand",
            dependencies: [
                "IdeaBoxCore", "IdeaBoxUI", "AppCommons", "SwiftUI", "WebHost",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .target(
            name: "SimulationTesting",
            dependencies: [
                "IdeaBoxCore", "AlarmClockCore", "SwiftData", "CloudKit", "CloudKitWebServices", "CloudKitServer",
                "CRuntimeHooks",
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: strict
        ),
        .target(name: "CRuntimeHooks"),
        .executableTarget(
            name: "Simulate",
            dependencies: ["SimulationTesting", "MutantHunting"],
            swiftSettings: strict
        ),
        // Which seeds of a simulation find faults that were put in on purpose.
        .target(name: "MutantHunting", swiftSettings: strict),
        // Stories of a store on a disk that fails, beside an oracle.
        .target(
            name: "StoreSimulation",
            dependencies: ["SwiftData", .product(name: "GRDBSQLite", package: "GRDB.swift")],
            path: "Tools/StoreSimulation/Sources/StoreSimulation",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "SimulateStore",
            dependencies: ["StoreSimulation", "MutantHunting"],
            path: "Tools/StoreSimulation/Sources/SimulateStore",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "StressStore",
            dependencies: ["StoreSimulation"],
            path: "Tools/StoreSimulation/Sources/StressStore",
            swiftSettings: strict
        ),
        // Weeks of alarms, beside a slow clock.
        .target(
            name: "AlarmSimulation",
            dependencies: ["AlarmClockCore"],
            path: "Tools/AlarmSimulation/Sources/AlarmSimulation",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "SimulateAlarms",
            dependencies: ["AlarmSimulation"],
            path: "Tools/AlarmSimulation/Sources/SimulateAlarms",
            swiftSettings: strict
        ),
        // Requests to the service, beside a model of it.
        .target(
            name: "ServiceSimulation",
            dependencies: [
                "CloudKit", "CloudKitWebServices", "CloudKitServer", .product(name: "Logging", package: "swift-log"),
            ],
            path: "Tools/ServiceSimulation/Sources/ServiceSimulation",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "SimulateService",
            dependencies: ["ServiceSimulation"],
            path: "Tools/ServiceSimulation/Sources/SimulateService",
            swiftSettings: strict
        ),
        // Chains of schema versions, beside rows as plain values.
        .target(
            name: "MigrationSimulation",
            dependencies: ["SwiftData", .product(name: "GRDBSQLite", package: "GRDB.swift")],
            path: "Tools/MigrationSimulation/Sources/MigrationSimulation",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "SimulateMigrations",
            dependencies: ["MigrationSimulation"],
            path: "Tools/MigrationSimulation/Sources/SimulateMigrations",
            swiftSettings: strict
        ),
        // Mutants drawn by rule. In this package, since its tests are made of the same swift-syntax as those of the macros.
        .target(
            name: "MutationTesting",
            dependencies: ["SwiftSyntax", "SwiftOperators", "SwiftParser"].map {
                .product(name: $0, package: "swift-syntax")
            },
            path: "Tools/MutationTesting/Sources/MutationTesting",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "mutation",
            dependencies: ["MutationTesting", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Tools/MutationTesting/Sources/mutation",
            swiftSettings: strict
        ),
        .target(name: "CLinux"),
        .target(name: "AppCommons", swiftSettings: strict),
        .target(
            name: "AlarmClockCore",
            dependencies: ["SwiftData", "CloudKit", "AppCommons", "CLinux"],
            swiftSettings: strict
        ),
        .target(
            name: "AlarmClockUI",
            dependencies: ["AlarmClockCore", "AppCommons", "SwiftData", "SwiftUI"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "AlarmClockCommand",
            dependencies: [
                "AlarmClockCore", "AlarmClockUI", "AppCommons", "SwiftUI", "WebHost",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        // Compiles the plug-in's files itself: a test that depends on a plug-in makes SwiftPM build all tests, and all
        // that they need, a second time.
        .testTarget(
            name: "SwiftDataMacrosTests",
            dependencies: swiftSyntax + [
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
                .product(name: "SwiftSyntaxMacrosGenericTestSupport", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ],
            exclude: ["Golden", "PlugIn/Plugin.swift"],
            swiftSettings: strict
        ),
        .target(
            name: "TestSupport",
            dependencies: ["CLinux"],
            path: "Tests/TestSupport",
            resources: [.copy("ZoneFiles")],
            swiftSettings: strict
        ),
        .testTarget(name: "SwiftDataTests", dependencies: ["SwiftData", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "IdeaBoxCoreTests",
            dependencies: [
                "AppCommons", "IdeaBoxCore", "CloudKit", "CloudKitServer", "SwiftData", "TestSupport",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.copy("Fixtures")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "IdeaBoxCommandTests",
            dependencies: [
                "CloudKitServerCommand", "IdeaBoxCommand", "IdeaBoxCore", "AppCommons", "SwiftData", "TestSupport",
                "WebHost",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "IdeaBoxUITests",
            dependencies: [
                "IdeaBoxCore", "IdeaBoxUI", "AppCommons", "SwiftData", "SwiftUI", "TestSupport", "WebHost",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AlarmClockCoreTests",
            dependencies: [
                "AlarmClockCore", "AppCommons", "SwiftData", "CloudKit", "CloudKitServer", "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            resources: [.copy("Fixtures")],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AlarmClockUITests",
            dependencies: ["AlarmClockCore", "AlarmClockUI", "AppCommons", "SwiftData", "TestSupport"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "AlarmClockCommandTests",
            dependencies: [
                "AlarmClockCommand", "AlarmClockCore", "AppCommons", "CloudKitServerCommand", "SwiftData",
                "TestSupport",
            ],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CloudKitWebServicesTests",
            dependencies: ["CloudKitWebServices", .product(name: "Crypto", package: "swift-crypto")],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CloudKitServerTests",
            dependencies: [
                "CloudKit",
                "CloudKitServer",
                "CloudKitServerCommand",
                "CloudKitWebServices",
                "TestSupport",
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "CloudKitTests",
            dependencies: [
                "CloudKit",
                "CloudKitServer",
                "CloudKitWebServices",
                "TestSupport",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SimulationTests",
            dependencies: ["SimulationTesting", "Simulate", "MutantHunting", "TestSupport"],
            exclude: ["Scenarios"],
            swiftSettings: strict
        ),
        // A scene by hand, for the tests of the host and for browsers that are steered by a script.
        .executableTarget(
            name: "WebHostDemo",
            dependencies: ["WebHost"],
            path: "Tests/WebHostDemo",
            swiftSettings: strict
        ),
        .testTarget(
            name: "WebHostTests",
            dependencies: [
                "WebHost", "WebHostDemo",
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MirroringTests",
            dependencies: [
                "SwiftData",
                "CloudKit",
                "CloudKitServer",
                "TestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Logging", package: "swift-log"),
            ],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        // The sample app, held to the package's own strictness. It has a package of its own, too.
        .executableTarget(
            name: "PlantCareExample",
            dependencies: ["SwiftUI", "SwiftData"],
            path: "Examples/PlantCare/Sources/PlantCare",
            swiftSettings: strict
        ),
        // Compiles the plug-in's files itself, as `SwiftDataMacrosTests` does.
        .testTarget(
            name: "SwiftUIMacrosTests",
            dependencies: swiftSyntax + [
                .product(name: "SwiftSyntaxMacroExpansion", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ],
            exclude: ["Golden", "PlugIn/Plugin.swift"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "SwiftUITests",
            dependencies: ["SwiftUI", "SwiftData", "WebHost", "PlantCareExample"],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "StoreSimulationTests",
            dependencies: ["StoreSimulation", "TestSupport"],
            path: "Tools/StoreSimulation/Tests/StoreSimulationTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "AlarmSimulationTests",
            dependencies: ["AlarmSimulation", "TestSupport"],
            path: "Tools/AlarmSimulation/Tests/AlarmSimulationTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ServiceSimulationTests",
            dependencies: ["ServiceSimulation", "TestSupport"],
            path: "Tools/ServiceSimulation/Tests/ServiceSimulationTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "MigrationSimulationTests",
            dependencies: ["MigrationSimulation", "TestSupport"],
            path: "Tools/MigrationSimulation/Tests/MigrationSimulationTests",
            swiftSettings: strict
        ),
        .testTarget(
            name: "MutationTestingTests",
            dependencies: ["MutationTesting", "TestSupport", .product(name: "SwiftParser", package: "swift-syntax")],
            path: "Tools/MutationTesting/Tests/MutationTestingTests",
            swiftSettings: strict
        ),
        .testTarget(name: "HouseTests", dependencies: ["TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "SourceCompatibilityTests",
            dependencies: ["SwiftData"],
            exclude: ["CHANGES.md"],
            swiftSettings: appSource
        ),
        .testTarget(
            name: "SourceCompatibilitySwift5Tests",
            dependencies: ["SwiftData"],
            swiftSettings: [.swiftLanguageMode(.v5)]
        ),
        .testTarget(
            name: "SourceCompatibilityXcode26Tests",
            dependencies: ["SwiftData"],
            swiftSettings: newProject
        ),
    ]
)
