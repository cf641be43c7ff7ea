// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "PlantCare",
    platforms: [.macOS(.v15)],
    // It syncs with nothing, so it is built without the network stack.
    dependencies: [.package(name: "swift-data-off-apple", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "PlantCare",
            dependencies: [
                .product(name: "SwiftUI", package: "swift-data-off-apple"),
                .product(name: "SwiftData", package: "swift-data-off-apple"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        )
    ]
)
