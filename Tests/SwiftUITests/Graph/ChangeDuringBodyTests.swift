import Foundation
import Observation
import SwiftData
import Testing

@testable import SwiftUI

/// Runs once, on another thread, while the caller waits.
private final class Interruption: @unchecked Sendable {
    private var work: (@Sendable () -> Void)?

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    func occur() {
        guard let work else { return }
        self.work = nil
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            work()
            done.signal()
        }
        done.wait()
    }
}

private struct InterruptedTitles: View {
    @Query private var books: [Book]
    let interruption: Interruption
    var body: some View {
        let titles = books.map(\.title).sorted()
        let _ = interruption.occur()
        Text(verbatim: titles.joined(separator: ","))
    }
}

private struct InterruptedRows: View {
    @Query private var books: [Book]
    let interruption: Interruption
    var body: some View {
        ForEach(["only"], id: \.self) { _ in
            let titles = books.map(\.title).sorted()
            let _ = interruption.occur()
            Text(verbatim: titles.joined(separator: ","))
        }
    }
}

private struct InterruptedState: View {
    @State private var number = 1
    var body: some View {
        let seen = number
        let _ = seen == 1 ? Interruption { [_number] in _number.wrappedValue = 2 }.occur() : ()
        Text(verbatim: "number \(seen)")
    }
}

/// The Observation library installs its observers after a body has run, so what another thread changes meanwhile reaches
/// none of them: the view graph looks again.
@MainActor
@Suite struct ChangeDuringBodyTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(for: Book.self, Author.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    private func saving(_ title: String, in container: ModelContainer) -> @Sendable () -> Void {
        {
            let context = ModelContext(container)
            context.insert(Book(title: title))
            #expect(throws: Never.self) { try context.save() }
        }
    }

    @Test func aSaveWhileABodyReadsItsQueryIsShown() throws {
        let container = try container()
        let interruption = Interruption(saving("Emma", in: container))
        let page = TestPage { InterruptedTitles(interruption: interruption).modelContainer(container) }
        page.draw()
        #expect(page.text.contains("Emma"))
        // Nor does the query miss those that follow.
        saving("Persuasion", in: container)()
        page.draw()
        #expect(page.text.contains("Emma,Persuasion"))
    }

    @Test func aSaveWhileARowReadsItsQueryIsShown() throws {
        let container = try container()
        let interruption = Interruption(saving("Emma", in: container))
        let page = TestPage { InterruptedRows(interruption: interruption).modelContainer(container) }
        page.draw()
        #expect(page.text.contains("Emma"))
    }

    @Test func stateThatIsSetWhileABodyReadsItIsShown() {
        let page = TestPage { InterruptedState() }
        page.draw()
        #expect(page.text.contains("number 2"))
    }

    /// Whoever hears of a change on another thread may read at once.
    @Test func stateHasItsNewValueWhenReadersHearOfIt() {
        let box = StateBox(1)
        let seen = StateBox(0)
        withObservationTracking {
            _ = box.value
        } onChange: {
            seen.value = box.peek
        }
        box.value = 2
        #expect(seen.peek == 2)
    }
}
