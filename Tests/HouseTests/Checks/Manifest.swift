import Foundation
import TestSupport

/// What the package manifest says about targets.
struct Manifest: Decodable {
    struct Target: Decodable {
        let name: String
        /// `regular`, `executable`, `macro`, `system` or `test`.
        let type: String
        let path: String?
        /// Files and folders inside the target's folder that are not built.
        let exclude: [String]?
        let dependencies: [Dependency]

        /// The folder of the target, by the package manager's convention or as declared.
        var folder: String { path ?? (type == "test" ? "Tests/\(name)" : "Sources/\(name)") }

        /// Whether the target builds the file at a path. Golden files of tests are looked after by the tests.
        func builds(_ file: String) -> Bool {
            guard file.hasPrefix(folder + "/") else { return false }
            let inside = file.dropFirst(folder.count + 1)
            return type == "test" || !(exclude ?? []).contains { inside == $0 || inside.hasPrefix($0 + "/") }
        }
    }

    /// A dependency, of which only the name counts: `{"byName": ["SwiftData", null]}`.
    struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
            guard let name = kinds.values.first?.first?.text else {
                throw DecodingError.valueNotFound(
                    String.self,
                    DecodingError.Context(
                        codingPath: decoder.codingPath,
                        debugDescription: "a dependency without a name"
                    )
                )
            }
            self.name = name
        }

        /// A name, or something that is none: a condition or nothing.
        private struct Part: Decodable {
            let text: String?

            init(from decoder: any Decoder) throws {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }
    }

    let name: String
    let targets: [Target]

    /// Asks the package manager. `dump-package` reads the manifest alone, so a running build does not block it.
    static func load(from repository: Repository) throws -> Manifest {
        let scratch = FileManager.default.temporaryDirectory.appendingPathComponent("house-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swift", "package", "--package-path", repository.root.path, "--scratch-path", scratch.path, "dump-package",
        ]
        // The package manager leaves folders behind; these go with the scratch folder.
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": scratch.path]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.start()
        let text = try output.fileHandleForReading.rest()
        process.waitUntilExit()
        return try JSONDecoder().decode(Manifest.self, from: Data(text.utf8))
    }
}
