import Foundation

/// A fault that was thought out by hand: at a place that is found by its text, statements are put in.
package struct Rewrite: Sendable, Equatable {
    /// One place of it.
    struct Hunk: Sendable, Equatable {
        let path: String
        /// What stands there, whole lines.
        let find: String
        /// What stands there with the fault: the same lines with others before them.
        ///
        /// Lines that are the only expression of a function need the word `return` then.
        let replacement: String

        /// The statements that the fault puts in.
        var inserted: String { String(replacement.dropLast(isReturned ? returned.count : find.count)) }

        /// Whether the found lines get the word `return`.
        var isReturned: Bool { replacement.hasSuffix(returned) }

        /// The white space before the found lines.
        var indentation: String { String(find.prefix { $0 == " " }) }

        private var returned: String { "\(indentation)return \(find.dropFirst(indentation.count))" }

        /// Whether the replacement is what it has to be.
        var isWellFormed: Bool {
            !find.isEmpty && !inserted.isEmpty && (isReturned || replacement.hasSuffix(find))
        }
    }

    package let name: String
    let hunks: [Hunk]

    package static let fileExtension = "rewrite"

    /// Reads the text of a file.
    ///
    /// ```
    /// mutant: name
    /// file: Sources/…/File.swift
    /// --- find
    /// lines
    /// +++ replace
    /// statements of the fault
    /// lines
    /// === end
    /// ```
    ///
    /// From `file:` on it may repeat.
    package init(parsing text: String, in file: String) throws {
        func broken(_ line: Int, _ words: String) -> MutationToolError {
            MutationToolError("\(file):\(line + 1): \(words)")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let first = lines.first, first.hasPrefix("mutant: ") else {
            throw broken(0, "a rewrite begins with “mutant: ”")
        }
        name = String(first.dropFirst("mutant: ".count))
        var hunks = [Hunk]()
        var index = 1
        func part(after mark: String, until end: String) throws -> String {
            guard index < lines.count, lines[index] == mark else { throw broken(index, "“\(mark)” is wanted here") }
            index += 1
            var part = ""
            while index < lines.count, lines[index] != end {
                part += lines[index] + "\n"
                index += 1
            }
            guard index < lines.count else { throw broken(index, "“\(end)” is missing") }
            return part
        }
        while index < lines.count, !lines[index].isEmpty {
            guard lines[index].hasPrefix("file: ") else { throw broken(index, "“file: ” is wanted here") }
            let path = String(lines[index].dropFirst("file: ".count))
            index += 1
            let find = try part(after: "--- find", until: "+++ replace")
            let replacement = try part(after: "+++ replace", until: "=== end")
            index += 1
            let hunk = Hunk(path: path, find: find, replacement: replacement)
            guard hunk.isWellFormed else {
                throw broken(index - 1, "the replacement must be the found lines with statements before them")
            }
            hunks.append(hunk)
        }
        guard !hunks.isEmpty else { throw broken(index, "a rewrite names at least one file") }
        self.hunks = hunks
    }

    init(name: String, hunks: [Hunk]) { (self.name, self.hunks) = (name, hunks) }

    /// The text of its file.
    var text: String {
        "mutant: \(name)\n"
            + hunks.map { "file: \($0.path)\n--- find\n\($0.find)+++ replace\n\($0.replacement)=== end\n" }.joined()
    }

    /// All in a folder, by name; none where there is no folder.
    package static func all(in folder: URL) throws -> [Rewrite] {
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".\(fileExtension)") }.sorted()
        return try names.map { name in
            let text = String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
            let rewrite = try Rewrite(parsing: text, in: name)
            guard name == "\(rewrite.name).\(fileExtension)" else {
                throw MutationToolError("\(name) holds the mutant \(rewrite.name): give both one name")
            }
            return rewrite
        }
    }

    /// The UTF-8 offset of each hunk in the text of its file, without hand-made blocks.
    ///
    /// - Throws: Where one does not apply exactly once.
    func offsets(texts: (String) throws -> String) throws -> [Int] {
        try hunks.map { hunk in
            let text = try texts(hunk.path)
            let found = text.ranges(of: hunk.find)
            guard found.count == 1, let range = found.first else {
                throw MutationToolError(
                    "the rewrite \(name) applies \(found.count) times to \(hunk.path), not once: mend it"
                )
            }
            let offset = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            guard offset == 0 || text[text.index(before: range.lowerBound)] == "\n" else {
                throw MutationToolError("the rewrite \(name) begins in the middle of a line of \(hunk.path): mend it")
            }
            return offset
        }
    }

    /// The offsets of all rewrites, by path.
    static func offsets(of rewrites: [Rewrite], in repository: Repository) throws -> [String: [Int]] {
        var all = [String: [Int]]()
        for rewrite in rewrites {
            let offsets = try rewrite.offsets { try repository.plainText(of: $0) }
            for (hunk, offset) in zip(rewrite.hunks, offsets) { all[hunk.path, default: []].append(offset) }
        }
        return all
    }
}

extension Repository {
    /// The text of a file without hand-made mutants.
    func plainText(of path: String) throws -> String { try MutantBlocks.removed(from: text(of: path), path: path) }
}
