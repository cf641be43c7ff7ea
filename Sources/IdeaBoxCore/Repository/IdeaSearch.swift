import Foundation
import SwiftData

/// Search over title and details. Case, accents and width do not count, and Chinese words of one character are found.
extension IdeaRepository {
    /// One page of the ideas that hold all words, newest first; the last word counts as the beginning of one.
    ///
    /// Words are parted by white space; no words find nothing.
    public func search(
        _ words: String,
        hidesCompleted: Bool = false,
        _ page: IdeaPage
    ) throws -> PageOfResults<IdeaSnapshot> {
        guard words.contains(where: { !$0.isWhitespace }) else { return page.cut([]) }
        let descriptor = descriptor(of: hidesCompleted ? .open : .all, page)
        return page.cut(try context.search(descriptor, matching: words).map { IdeaSnapshot($0) })
    }
}
