import Foundation

/// What the compiler says of several modules, in one file.
struct CompilerLog {
    private let file: URL

    init(_ file: URL) { self.file = file }

    /// Runs a command for each module, in a folder; whether all went well.
    func run(_ modules: [String], command: (String) throws -> ([String], URL)) throws -> Bool {
        var said = Data()
        var isGood = true
        for module in modules {
            let part = file.deletingLastPathComponent().appending(path: "mutation-check-\(module).log")
            defer { try? FileManager.default.removeItem(at: part) }
            let (words, folder) = try command(module)
            let ending = try ChildProcess(words, folder: folder, output: part).run()
            if ending != .exit(0) { isGood = false }
            said += try Data(contentsOf: part)
        }
        try said.write(to: file)
        return isGood
    }
}
