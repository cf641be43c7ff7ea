import SwiftData

/// A search of the full-text index, which hardened stores have; and the same of the oracle.
struct Search {
    private let text: String
    private let limit: Int?
    private let isDescending: Bool

    init(_ step: Step) {
        text = "t\(step.first % 7)"
        limit = step.second % 3 == 0 ? step.second % 4 : nil
        isDescending = step.third % 2 == 0
    }

    func run(_ runner: VerbRunner) throws -> String {
        guard runner.machine.story.setting == .hardened else { return "no index" }
        let expected = runner.view.books.filter { isFound($0.value) }.keys.sorted()
        let ordered = Array((isDescending ? expected.reversed() : expected).prefix(limit ?? .max))
        let order = SortDescriptor(\Book.number, order: isDescending ? .reverse : .forward)
        var descriptor = FetchDescriptor<Book>(sortBy: [order])
        let count = try runner.context.searchCount(descriptor, matching: text)
        descriptor.fetchLimit = limit
        let found = try runner.context.search(descriptor, matching: text).map(\.number)
        guard found == ordered, count == expected.count else {
            throw Mismatch(
                invariant: .fetchResult,
                words:
                    "a search for \(text) finds \(found) of \(count), and should find \(ordered) of \(expected.count)"
            )
        }
        return "a search for \(text) finds \(found.count)"
    }

    private func isFound(_ book: Contents.BookRow) -> Bool {
        let title = ValueText.content(book.attributes[.title] ?? "")
        return title.split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(text) }
    }
}
