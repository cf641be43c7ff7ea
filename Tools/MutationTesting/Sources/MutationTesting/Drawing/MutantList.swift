import Foundation

/// What was drawn, and from what.
package struct MutantList: Codable, Sendable {
    /// A site that was drawn and taken out again.
    package struct Removal: Codable, Hashable, Sendable {
        package let id: String
        /// What the compiler said.
        package let reason: String
        package let file: String
        package let line: Int
        package let rule: String
    }

    package let seed: String
    package let count: Int
    /// The names of areas that were asked for.
    package let areas: [String]
    package internal(set) var mutants: [Mutant]
    package internal(set) var removals: [Removal]
    /// How many sites each area has.
    package let sites: [String: Int]
    /// The hashes of the files that were drawn from, without hand-made mutants.
    let digests: [String: String]

    /// Says whether results belong to this source.
    var source: String { ContentHash(digests.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }).text }

    /// Refuses a text that is not the one that was drawn from.
    func check(_ text: String, of path: String) throws {
        guard let digest = digests[path], digest != ContentHash([text]).text else { return }
        throw MutationToolError("\(path) has changed since the mutants were drawn: draw them again")
    }

    private static let jsonName = "mutants.json"
    private static let tableName = "mutants.tsv"

    package static func read(from folder: URL) throws -> MutantList {
        let file = folder.appending(path: jsonName)
        guard let data = try? Data(contentsOf: file) else {
            throw MutationToolError("\(file.path) is not there: draw mutants first")
        }
        return try JSONDecoder().decode(MutantList.self, from: data)
    }

    /// Writes the list for programs, and as a table for people.
    package func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(self).write(to: folder.appending(path: Self.jsonName))
        try Data(table.utf8).write(to: folder.appending(path: Self.tableName))
    }

    /// A row for each mutant.
    package var table: String {
        let rows = mutants.map { mutant in
            let site = mutant.site
            return [
                "\(mutant.number)", mutant.id, mutant.area, site.rule, site.file, "\(site.line)", site.before,
                site.after,
            ]
        }
        let head = ["number", "id", "area", "rule", "file", "line", "before", "after"]
        return ([head] + rows).map { row in
            row.map { $0.replacing("\t", with: " ") }.joined(separator: "\t") + "\n"
        }.joined()
    }

    /// The areas that were asked for; throws where one has another name by now.
    package func chosenAreas() throws -> [Area] { try Area.named(areas) }
}

extension Area {
    /// Areas by their names; all for none.
    package static func named(_ names: [String]) throws -> [Area] {
        if names.isEmpty { return all }
        return try names.map { name in
            guard let area = all.first(where: { $0.name == name }) else {
                let known = all.map(\.name).joined(separator: ", ")
                throw MutationToolError("there is no area \(name): choose from \(known)")
            }
            return area
        }
    }
}
