// swift-tools-version: 6.2

import PackageDescription

/// A package of its own, so that nobody who only uses SwiftData builds what it is compared with.
let package = Package(
    name: "store-benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "store-benchmarks", targets: ["StoreBenchmarks"]),
        .executable(name: "wire-benchmarks", targets: ["WireBenchmarks"]),
        .executable(name: "cold-start-raw", targets: ["ColdStartRaw"]),
        .executable(name: "cold-start-grdb", targets: ["ColdStartGRDB"]),
        .executable(name: "cold-start-swiftdata", targets: ["ColdStartSwiftData"]),
    ],
    dependencies: [
        // Without traits: the store alone, no network stack.
        .package(name: "swift-data-off-apple", path: "..", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .target(name: "CMeasurement"),
        .target(name: "BenchmarkData"),
        .target(
            name: "RawSQLite",
            dependencies: ["BenchmarkData", .product(name: "GRDBSQLite", package: "GRDB.swift")]
        ),
        .target(
            name: "GRDBRecords",
            dependencies: ["BenchmarkData", .product(name: "GRDB", package: "GRDB.swift")]
        ),
        .target(
            name: "BenchmarkModels",
            dependencies: ["BenchmarkData", .product(name: "SwiftData", package: "swift-data-off-apple")]
        ),
        .executableTarget(
            name: "StoreBenchmarks",
            dependencies: [
                "CMeasurement", "BenchmarkData", "RawSQLite", "GRDBRecords", "BenchmarkModels",
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]
        ),
        .executableTarget(
            name: "WireBenchmarks",
            dependencies: [
                "BenchmarkData", .product(name: "CloudKitWebServices", package: "swift-data-off-apple"),
            ]
        ),
        .executableTarget(name: "ColdStartRaw", dependencies: ["RawSQLite"]),
        .executableTarget(name: "ColdStartGRDB", dependencies: ["GRDBRecords"]),
        .executableTarget(name: "ColdStartSwiftData", dependencies: ["BenchmarkModels"]),
        .testTarget(name: "StoreBenchmarksTests", dependencies: ["StoreBenchmarks", "BenchmarkData", "RawSQLite"]),
    ]
)
