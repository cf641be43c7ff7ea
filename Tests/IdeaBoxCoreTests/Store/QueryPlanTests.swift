import Foundation
import SwiftData
import Testing

@testable import IdeaBoxCore

/// With a million ideas a page must come out of an index, whatever list it belongs to.
@Suite("How lists are read")
struct QueryPlanTests {
    @Test("Every list is asked for in SQL alone", arguments: IdeaList.allCases)
    func inSQL(_ list: IdeaList) throws {
        let context = try TestBox().repository().context
        let explanation = try context.explain(list.descriptor(at: sampleMoment, IdeaPage()))
        #expect(explanation.inMemory == [])
        #expect(explanation.sql.contains("ORDER BY") && explanation.sql.contains("LIMIT"), "\(explanation.sql)")
    }

    @Test("The history is asked for in SQL alone")
    func history() throws {
        let context = try TestBox().repository().context
        for idea in [sampleID(1), nil] {
            for event in [LogEvent.create, nil] {
                let filter = HistoryFilter(idea: idea, event: event)
                #expect(try context.explain(filter.descriptor(at: sampleMoment)).inMemory == [])
            }
        }
    }
}
