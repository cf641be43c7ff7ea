import ArgumentParser
import Foundation
import MutationTesting

struct Strip: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Takes the blocks “#if MUTANTS … #endif” out of source, in place. A file that is nothing else is deleted."
    )

    @Argument(help: "Files and folders.")
    var paths: [String]
    @Flag(help: "Change nothing; fail if there is something to take out.")
    var check = false

    func run() throws {
        var changed = 0
        for path in try paths.flatMap(files) {
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let plain = try MutantBlocks.removed(from: text, path: path)
            guard plain != text else { continue }
            changed += 1
            say(path)
            if check { continue }
            if plain.allSatisfy(\.isWhitespace) {
                try FileManager.default.removeItem(atPath: path)
            } else {
                try Data(plain.utf8).write(to: URL(filePath: path))
            }
        }
        say("\(changed) files \(check ? "have" : "had") blocks of mutants")
        if check, changed > 0 { throw ExitCode.failure }
    }

    private func files(below path: String) throws -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ValidationError("\(path) is not there")
        }
        guard isFolder.boolValue else { return [path] }
        let names = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") && !$0.contains(".build") }.sorted().map { "\(path)/\($0)" }
    }
}
