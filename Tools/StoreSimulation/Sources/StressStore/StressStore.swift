import Foundation
import StoreSimulation

/// Lets threads, model actors and the main contexts of several processes change one store at once, and looks for what was lost.
@main
struct StressStore {
    static func main() async {
        do {
            let arguments = try StressArguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.showsHelp {
                writeLine(StressArguments.help)
                exit(0)
            }
            if let part = arguments.part { exit(try await WriterPart(arguments, part).run() ? 0 : 1) }
            exit(try StressRun(arguments).run() ? 0 : 1)
        } catch {
            try? FileHandle.standardError.write(contentsOf: Data("StressStore: \(error)\n".utf8))
            exit(2)
        }
    }
}
