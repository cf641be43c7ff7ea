import BenchmarkModels
import Foundation
import SwiftData

/// Ours for the rows that time one property: a thousand objects, read and written again and again.
final class SwiftDataProperties {
    static let objectCount = 1_000
    private static let rounds = 100

    private let context: ModelContext
    private let ideas: [BenchIdea]
    private var stamp = 0

    init(_ store: URL) throws {
        context = ModelContext(try BenchStore.container(store))
        ideas = try context.fetch(BenchStore.newest(Self.objectCount))
    }

    /// Nanoseconds a read of `title`.
    func readTitles() -> Double {
        nanoseconds(rounds: Self.rounds) {
            var bytes = 0
            for idea in ideas {
                bytes &+= idea.title.utf8.count
            }
            consume(bytes)
        }
    }

    /// Nanoseconds a write of `version` to an object that has unsaved changes.
    func writeVersions() -> Double {
        writeOnce()
        defer { context.rollback() }
        return nanoseconds(rounds: Self.rounds, writeOnce)
    }

    /// Nanoseconds a write of `version` to an object that has none.
    func writeVersionsOfCleanObjects() throws -> Double {
        defer { context.rollback() }
        return nanoseconds(rounds: 1, writeOnce)
    }

    private func writeOnce() {
        stamp += 1
        for idea in ideas {
            idea.version = stamp
        }
    }

    private func nanoseconds(rounds: Int, _ body: () -> Void) -> Double {
        CPUClock.milliseconds(iterations: rounds, body) * 1_000_000 / Double(ideas.count)
    }
}
