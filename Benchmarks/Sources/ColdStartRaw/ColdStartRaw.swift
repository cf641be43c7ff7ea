import Foundation
import RawSQLite

/// Opens a store through SQLite's C API, reads the 50 ideas changed last and ends: the least that a process can cost.
@main
enum ColdStartRaw {
    static func main() throws {
        let ideas = try RawIdeas(RawDatabase(URL(fileURLWithPath: CommandLine.arguments[1])))
        print(try ideas.firstPage(50).reduce(0) { $0 + $1.values.title.utf8.count })
    }
}
