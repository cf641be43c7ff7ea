import Foundation

@testable import MutationTesting

/// A repository that a test makes for itself, and that goes with the process.
struct Fixture {
    let folder: URL
    /// All of a process lie in one folder: a test may use what it read of one after its last use of the fixture.
    private static let all: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "fixtures-\(getpid())")
        atexit { try? FileManager.default.removeItem(at: Fixture.all) }
        return folder
    }()

    var root: URL { folder.appending(path: "repository") }

    init(_ files: [String: String]) throws {
        folder = Self.all.appending(path: UUID().uuidString)
        for (path, text) in files { try write(text, to: "repository/\(path)") }
        _ = try ChildProcess.output(of: ["git", "-C", root.path, "init", "--quiet"])
        _ = try ChildProcess.output(of: ["git", "-C", root.path, "add", "--all"])
    }

    func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    func text(of path: String) throws -> String {
        try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    }

    func repository() throws -> Repository { try Repository(root: root) }

    /// The area of the program below.
    static let area = Area(name: "program", module: "Program", files: ["Sources/Program/*.swift"])

    func source(rewrites: [Rewrite] = []) throws -> DrawingSource {
        try DrawingSource(repository(), areas: [Self.area], rewrites: rewrites)
    }

    /// A package with one program that says what its functions come to.
    static let program = [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription

        let strict: [SwiftSetting] = [.swiftLanguageMode(.v6)]
        let package = Package(
            name: "Program",
            targets: [
                .executableTarget(
                    name: "Program",
                    dependencies: [],
                    swiftSettings: strict
                )
            ]
        )

        """,
        "Sources/Program/Main.swift": """
        @main
        struct Main {
            static func main() async throws {
                var ledger = Ledger()
                for amount in [5, -3, 12, 0, 40] { try ledger.book(amount, on: amount % 3) }
                print(ledger.balance, ledger.days, ledger.isRich, ledger.largest ?? -1)
                print(ledger.between(1, 3), ledger.between(3, 1), ledger.word)
                print(await ledger.slowSum(), try ledger.checked(2), ledger.window(3))
            }
        }

        """,
        "Sources/Program/Ledger.swift": """
        struct Refused: Error { let amount: Int }

        struct Ledger {
            private(set) var balance = 0
            private(set) var days: [Int] = []
            private var entries: [Int] = []

            mutating func book(_ amount: Int, on day: Int) throws {
                guard amount < 1_000 else { throw Refused(amount: amount) }
                let isNew: Bool
                if days.contains(day) { isNew = false } else { isNew = true }
                if isNew {
                    days.append(day)
                    days.sort()
                }
                balance += amount
                if amount == 0 { return }
                entries.append(amount)
            }

            var isRich: Bool { balance >= 50 }

            var largest: Int? { entries.max() }

            var word: String {
                switch balance {
                case ..<0: "poor"
                case 0...10: "even"
                default: isRich ? "rich" : "well"
                }
            }

            func between(_ low: Int, _ high: Int) -> [Int] {
                entries.filter { $0 >= low && $0 < high * 5 }
            }

            func slowSum() async -> Int {
                var sum = 0
                for entry in entries where entry > 0 {
                    await Task.yield()
                    sum += entry
                }
                return sum
            }

            func checked(_ count: Int) throws -> Int {
                var result = 0
                for index in 0..<count {
                    if try isOdd(index) { result += 1 } else { result = difference(result, index) }
                }
                return result
            }

            private func isOdd(_ number: Int) throws -> Bool { number % 2 == 1 }

            private func difference(_ one: Int, _ other: Int) -> Int { subtract(one, other) }

            private func subtract(_ one: Int, _ other: Int) -> Int { one - other }

            func window(_ size: Int) -> [Int] {
                var found = [Int]()
                var position = 0
                while position < entries.count {
                    found.append(entries[position...].prefix(size).reduce(0, +))
                    position += 1
                }
                return found
            }
        }

        """,
    ]
}

/// A seed of a random test, which stands in what a failure says: the one in `MUTATION_SEED`, in a proof one that nobody
/// chose, and else always the same.
func someSeed() -> UInt64 {
    let environment = ProcessInfo.processInfo.environment
    if let text = environment["MUTATION_SEED"], let seed = UInt64(text) { return seed }
    return environment["PROVE"] == nil ? 7 : UInt64.random(in: 0...UInt64.max)
}
