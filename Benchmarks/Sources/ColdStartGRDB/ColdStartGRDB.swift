import Foundation
import GRDBRecords

/// Opens a store through GRDB, reads the 50 ideas changed last as records and ends.
@main
enum ColdStartGRDB {
    static func main() throws {
        let ideas = try GRDBIdeas(URL(fileURLWithPath: CommandLine.arguments[1]))
        print(try ideas.firstPage(50).reduce(0) { $0 + $1.values.title.utf8.count })
    }
}
