import Foundation
import SwiftData

/// Search over title and details. Case, accents and width do not count, and Chinese words of one character are found.
extension IdeaRepository {
    /// One page of the ideas that hold all words, newest first. Words are parted by white space; no words find nothing.
    public func search(
        _ words: String, hidesCompleted: Bool = false, _ page: IdeaPage
    ) throws -> PageOfResults<IdeaSnapshot> {
        guard words.contains(where: { !$0.isWhitespace }) else { return page.cut([]) }
        let terms = words.split(whereSeparator: \.isWhitespace).map(String.init)
        let all = try context.fetch((hidesCompleted ? IdeaList.open : .all).descriptor())
        let found = all.filter { idea in
            terms.allSatisfy { idea.title.localizedStandardContains($0) || idea.details.localizedStandardContains($0) }
        }
        let (offset, isTooFar) = (page.number - 1).multipliedReportingOverflow(by: page.size)
        return page.cut(found.dropFirst(isTooFar ? Int.max : offset).prefix(page.size + 1).map { IdeaSnapshot($0) })
    }
}
