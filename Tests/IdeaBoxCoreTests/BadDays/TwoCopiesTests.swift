import Foundation
import Observation
import SwiftData
import TestSupport
import Testing

@testable import IdeaBoxCore

/// Two copies of the app over one store: each sees what the other changes.
@Suite("Two copies of the app")
struct TwoCopiesTests {
    @Test("One shows within a second what the other added")
    func seesTheOther() async throws {
        let box = try TestBox()
        let store = try box.open()
        let observer = try ResultsObserver<Idea, Never>(
            fetchDescriptor: FetchDescriptor<Idea>(),
            modelContext: ModelContext(store.repository.container)
        )
        #expect(observer.results.isEmpty)
        let (stream, rings) = AsyncStream.makeStream(of: ContinuousClock.Instant.self)
        withObservationTracking {
            _ = observer.results
        } onChange: {
            rings.yield(.now)
        }
        await #expect(processExitsWith: .success) { [folder = box.folder.path as String] in
            _ = try KilledWriter.open(folder).repository.create(title: "from the other copy")
        }
        let done = ContinuousClock.now
        var heard = stream.makeAsyncIterator()
        let rung = try #require(await heard.next())
        // A machine that is never quiet says nothing of how long it takes.
        if Effort.isProof { #expect(rung - done < .seconds(1)) }
        #expect(observer.results.map(\.title) == ["from the other copy"])
    }
}
