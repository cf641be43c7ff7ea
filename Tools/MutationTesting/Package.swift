// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that nobody who builds the frameworks builds the parser of Swift.
let strict: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let package = Package(
    name: "MutationTesting",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "mutation", targets: ["mutation"])],
    dependencies: [
        .package(url: "https://github.com/swiftlang/swift-syntax", exact: "603.0.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .target(
            name: "MutationTesting",
            dependencies: [
                .product(name: "SwiftSyntax", package: "swift-syntax"),
                .product(name: "SwiftOperators", package: "swift-syntax"),
                .product(name: "SwiftParser", package: "swift-syntax"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "mutation",
            dependencies: [
                "MutationTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MutationTestingTests",
            dependencies: ["MutationTesting", .product(name: "SwiftParser", package: "swift-syntax")],
            swiftSettings: strict
        ),
    ]
)
