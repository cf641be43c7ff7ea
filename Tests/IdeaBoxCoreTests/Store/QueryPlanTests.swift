import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

/// With a million ideas a page must come out of an index, whatever list it belongs to.
@Suite("How lists are read")
struct QueryPlanTests {
    @Test(
        "Every list comes out of an index in its order",
        arguments: [
            (IdeaList.all, "(deletedAt=?)"), (.open, "(deletedAt=? AND isCompleted=?)"),
            (.completed, "(deletedAt=? AND isCompleted=?)"), (.trash, "(deletedAt>?)"),
        ]
    )
    func lists(_ list: IdeaList, _ search: String) throws {
        let box = try TestBox()
        let repository = try box.repository()
        let explanation = try repository.context.explain(list.descriptor(trashedSince: sampleMoment, IdeaPage()))
        #expect(explanation.inMemory == [])
        let plan = explanation.plan.joined(separator: "\n")
        // Ideas of one moment may be sorted among themselves.
        #expect(plan.contains(search) && plan.contains("INDEX") && !plan.contains("FOR ORDER BY"), "\(plan)")
    }

    @Test("The history is asked for in SQL alone")
    func history() throws {
        let context = try TestBox().repository().context
        for idea in [sampleID(1), nil] {
            for event in [LogEvent.create, nil] {
                let filter = HistoryFilter(idea: idea, event: event)
                #expect(try context.explain(filter.descriptor(keptSince: sampleMoment)).inMemory == [])
            }
        }
    }
}
