import Foundation

/// What a generated copy holds: which mutant is which number, and on which lines.
package struct MutatedCopy: Codable, Sendable {
    /// Where a mutant lies in the copy.
    struct Place: Codable, Sendable, Equatable {
        let number: Int
        let file: String
        let firstLine: Int
        let lastLine: Int
        /// The lines of the function around it.
        let scopeFirstLine: Int
        let scopeLastLine: Int
    }

    /// A hand-made mutant.
    package struct Named: Codable, Sendable, Hashable {
        package let name: String
        package let number: Int
    }

    package let list: MutantList
    package let named: [Named]
    let places: [Place]
    /// Every path that was written.
    let paths: [String]

    static let fileName = "mutation-copy.json"

    package static func read(from folder: URL) throws -> MutatedCopy {
        let file = folder.appending(path: fileName)
        guard let data = try? Data(contentsOf: file) else {
            throw MutationToolError("\(file.path) is not there: generate the copy first")
        }
        return try JSONDecoder().decode(MutatedCopy.self, from: data)
    }

    func write(to folder: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: folder.appending(path: Self.fileName))
    }

    /// The mutants that an error at a line may come from: those on the line, else those of the function around it.
    func suspects(file: String, line: Int) -> Set<Int> {
        let own = places.filter { $0.file == file }
        let exact = own.filter { ($0.firstLine...$0.lastLine).contains(line) }
        let found = exact.isEmpty ? own.filter { ($0.scopeFirstLine...$0.scopeLastLine).contains(line) } : exact
        return Set(found.map(\.number))
    }
}
