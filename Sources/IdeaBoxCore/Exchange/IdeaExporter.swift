import Foundation
import SwiftData

/// Writes all ideas, newest first, piece by piece.
struct IdeaExporter {
    static let batchSize = 500

    let repository: IdeaRepository
    let format: ExchangeFormat

    /// Answers how many ideas were written.
    ///
    /// Formats that hold every field get the trash too.
    func run(_ write: (String) throws -> Void) throws -> Int {
        let text = ExportText(format: format)
        try write(text.head)
        var count = 0
        var descriptor = FetchDescriptor<Idea>(sortBy: [SortDescriptor(\Idea.createdAt, order: .reverse)])
        if !format.holdsEverything { descriptor.predicate = repository.descriptor(of: .all).predicate }
        let context = ModelContext(repository.container)
        try context.enumerate(descriptor, batchSize: Self.batchSize) { idea in
            try write(text.piece(IdeaSnapshot(idea), isFirst: count == 0))
            count += 1
        }
        try write(text.tail(isEmpty: count == 0))
        return count
    }
}
