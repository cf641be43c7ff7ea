import Foundation

/// A working copy of the project: the files that Git knows, as they are on the disk now.
package struct Repository: Sendable {
    package let root: URL
    /// Paths below the root, in order.
    package let paths: [String]

    package init(root: URL) throws {
        self.root = root
        let list = try ChildProcess.output(of: ["git", "-C", root.path, "ls-files", "-z"])
        paths = list.split(separator: "\0").map(String.init).sorted().filter {
            // A file that was deleted and whose deletion is not committed.
            FileManager.default.fileExists(atPath: root.appending(path: $0).path)
        }
        guard !paths.isEmpty else { throw MutationToolError("\(root.path): Git knows no files here") }
    }

    package func text(of path: String) throws -> String {
        let data = try Data(contentsOf: root.appending(path: path))
        guard let text = String(data: data, encoding: .utf8) else { throw MutationToolError("\(path) is no UTF-8") }
        return text
    }

    /// The hash of the last commit.
    package func head() throws -> String {
        let words = try ChildProcess.output(of: ["git", "-C", root.path, "rev-parse", "HEAD"])
        return words.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The paths of each area, by its name; a file belongs to the first area that names it.
    package func paths(of areas: [Area]) throws -> [String: [String]] {
        let excluded = Area.excluded.map(PathPattern.init)
        var free = Set(paths.filter { path in !excluded.contains { $0.matches(path) } })
        var found = [String: [String]]()
        // All areas take their files, whichever are asked for: a file does not change its area with the arguments.
        for area in Area.all + areas.filter({ !Area.all.contains($0) }) {
            for pattern in area.files {
                let matching = free.filter { PathPattern(pattern).matches($0) }.sorted()
                free.subtract(matching)
                found[area.name, default: []] += matching
            }
        }
        for area in areas where found[area.name, default: []].isEmpty {
            throw MutationToolError("no file belongs to the area \(area.name): mend its patterns in Areas.swift")
        }
        return found
    }

    /// All sites of areas, by their names.
    package func sites(in areas: [Area]) throws -> [String: [MutationSite]] {
        let paths = try paths(of: areas)
        var sites = [String: [MutationSite]]()
        for area in areas {
            for path in paths[area.name] ?? [] {
                let file = try SourceFile(path: path, text: text(of: path))
                sites[area.name, default: []] += SiteCollector.sites(in: file)
            }
        }
        return sites
    }
}
