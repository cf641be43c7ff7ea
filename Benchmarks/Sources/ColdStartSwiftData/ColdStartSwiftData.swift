import BenchmarkModels
import Foundation
import SwiftData

/// Opens a store through SwiftData, reads the 50 ideas changed last and ends.
@main
enum ColdStartSwiftData {
    static func main() throws {
        let container = try BenchStore.container(URL(fileURLWithPath: CommandLine.arguments[1]))
        let ideas = try ModelContext(container).fetch(BenchStore.newest(50))
        print(ideas.reduce(0) { $0 + $1.title.utf8.count })
    }
}
