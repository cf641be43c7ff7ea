import Foundation
import SwiftParser

/// Makes a copy of a repository in which every mutant stands behind the switch.
package struct CopyGenerator {
    private let repository: Repository
    private let list: MutantList
    private let rewrites: [Rewrite]
    private let dropped: [String]
    private let named: [MutatedCopy.Named]

    /// The copy does without the dropped targets.
    package init(_ repository: Repository, _ list: MutantList, rewrites: [Rewrite], dropped: [String] = []) {
        (self.repository, self.list, self.rewrites, self.dropped) = (repository, list, rewrites, dropped)
        let first = list.mutants.count + 1
        named = rewrites.enumerated().map { MutatedCopy.Named(name: $1.name, number: first + $0) }
    }

    /// Writes the copy.
    ///
    /// What is the same already is left alone, so that a second build is short.
    @discardableResult
    package func generate(to folder: URL) throws -> MutatedCopy {
        let (texts, places) = try mutatedTexts()
        var files = texts
        files["Package.swift"] = try manifest(texts.keys)
        let target = "Sources/\(SwitchTarget.name)"
        files["\(target)/include/module.modulemap"] = SwitchTarget.moduleMap
        files["\(target)/include/\(SwitchTarget.name).h"] = SwitchTarget.header
        files["\(target)/\(SwitchTarget.name).c"] = SwitchTarget.source(
            names: named.map { ($0.name, $0.number) },
            last: list.mutants.count + named.count
        )
        let stale = Set((try? MutatedCopy.read(from: folder))?.paths ?? [])
        var written = Set<String>()
        // Git does not know it, and without it the copy would be built with other versions of what it depends on.
        let resolved = "Package.resolved"
        if files[resolved] == nil, let text = try? repository.text(of: resolved) { files[resolved] = text }
        for path in Set(repository.paths).union(files.keys) {
            if try place(path, files[path], in: folder) { written.insert(path) }
        }
        for path in stale.subtracting(written) {
            try FileManager.default.removeItem(at: folder.appending(path: path))
        }
        let copy = MutatedCopy(list: list, named: named, places: places, paths: written.sorted())
        try copy.write(to: folder)
        return copy
    }

    private struct Owned {
        let owner: Int
        let edit: TextEdit
    }

    /// The texts of files with mutants, and where they lie.
    private func mutatedTexts() throws -> ([String: String], [MutatedCopy.Place]) {
        var edits = [String: [Owned]]()
        for mutant in list.mutants {
            for edit in mutant.site.edits {
                edits[mutant.site.file, default: []].append(
                    Owned(owner: mutant.number, edit: edit.asked(mutant.number))
                )
            }
        }
        for (rewrite, named) in zip(rewrites, named) {
            let offsets = try rewrite.offsets { try repository.plainText(of: $0) }
            for (hunk, offset) in zip(rewrite.hunks, offsets) {
                let word = hunk.isReturned ? "\(hunk.indentation)return " : ""
                let text = "if mutantIsOn(\(named.number)) {\n\(hunk.inserted)}\n\(word)"
                edits[hunk.path, default: []].append(Owned(owner: named.number, edit: TextEdit(at: offset, text)))
            }
        }
        var (texts, places) = ([String: String](), [MutatedCopy.Place]())
        for (path, own) in edits.sorted(by: { $0.key < $1.key }) {
            let source = try repository.plainText(of: path)
            try list.check(source, of: path)
            let begin = Owned(owner: 0, edit: TextEdit(at: 0, "import \(SwitchTarget.name)\n"))
            let edited = try EditedText(source, edits: ([begin] + own).map { ($0.owner, $0.edit) })
            guard !Parser.parse(source: edited.text).hasError else {
                throw MutationToolError("\(path) cannot be parsed with its mutants: \(own.map(\.owner))")
            }
            texts[path] = edited.text
            places += self.places(in: edited, path, own)
        }
        return (texts, places)
    }

    private func places(in edited: EditedText, _ path: String, _ own: [Owned]) -> [MutatedCopy.Place] {
        Set(own.map(\.owner)).sorted().compactMap { owner in
            guard let lines = edited.lines[owner] else { return nil }
            let site = list.mutants.first { $0.number == owner }?.site
            let scope = site.map { edited.line(ofOld: $0.scopeStart)...edited.line(ofOld: $0.scopeEnd) } ?? lines
            return MutatedCopy.Place(
                number: owner,
                file: path,
                firstLine: lines.lowerBound,
                lastLine: lines.upperBound,
                scopeFirstLine: scope.lowerBound,
                scopeLastLine: scope.upperBound
            )
        }
    }

    private func manifest(_ paths: some Sequence<String>) throws -> String {
        let modules = try Set(
            paths.map { path in
                let parts = path.split(separator: "/")
                guard parts.count > 2, parts[0] == "Sources" else {
                    throw MutationToolError("\(path): only files in Sources/MODULE have a module that is known")
                }
                return String(parts[1])
            }
        )
        return try ManifestEditor(repository.text(of: "Package.swift")).adding(to: modules, dropping: dropped)
    }

    /// Puts one file in its place; whether there is one, since what is nothing but hand-made mutants is none.
    private func place(_ path: String, _ text: String?, in folder: URL) throws -> Bool {
        let (source, target) = (repository.root.appending(path: path), folder.appending(path: path))
        var data: Data
        if let text {
            data = Data(text.utf8)
        } else if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: source.path) {
            try? FileManager.default.removeItem(at: target)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try FileManager.default.createSymbolicLink(atPath: target.path, withDestinationPath: link)
            return true
        } else {
            data = try Data(contentsOf: source)
            if path.hasPrefix("Sources/"), path.hasSuffix(".swift") {
                let plain = try repository.plainText(of: path)
                if plain.allSatisfy(\.isWhitespace), !data.isEmpty { return false }
                data = Data(plain.utf8)
            }
        }
        if let present = try? Data(contentsOf: target), present == data { return true }
        try FileManager.default.createDirectory(
            at: target.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try data.write(to: target)
        if FileManager.default.isExecutableFile(atPath: source.path) {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: target.path)
        }
        return true
    }
}

extension TextEdit {
    /// The edit with the question for a mutant's number.
    fileprivate func asked(_ number: Int) -> TextEdit {
        TextEdit(start..<end, replacement.replacing(TextEdit.question, with: "mutantIsOn(\(number))"))
    }
}
