import Foundation
import Observation
import SwiftData

/// The data side of SearchView.
@Observable
final class IdeaSearch {
    var ideas: [Idea] = []
    var searchText = ""
    var showCompleted = true

    init(ideas: [Idea]) {
        self.ideas = ideas
    }

    convenience init(modelContext: ModelContext) throws {
        self.init(
            ideas: try modelContext.fetch(
                FetchDescriptor<Idea>(sortBy: [SortDescriptor(\.createdAt, order: .reverse)])
            )
        )
    }

    var filteredIdeas: [Idea] {
        ideas.filter { idea in
            let matchesSearch = searchText.isEmpty ||
                idea.title.contains(searchText) ||
                idea.description.contains(searchText)
            let matchesCompletion = showCompleted || !idea.isCompleted
            return matchesSearch && matchesCompletion
        }
    }
}
