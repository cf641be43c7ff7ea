import Foundation

/// The ledger of a module that bears names of Apple's: what it has, how far it goes, and whether that is shown.
struct NameLedger {
    struct Row: Equatable {
        let name: String
        let ring: String
        let system: String
        let note: String
        let line: Int
    }

    static let header = "name\tring\tiOS\tnote"
    let path: String
    let rows: [Row]

    init(path: String, text: String) {
        self.path = path
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        rows = lines.enumerated().dropFirst().compactMap { place, line in
            guard !line.isEmpty else { return nil }
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) + ["", "", ""]
            return Row(name: parts[0], ring: parts[1], system: parts[2], note: parts[3], line: place + 1)
        }
    }

    // MARK: Names

    /// Names that other modules see: types, members, cases, macros. Operators come with their protocols and are left out, as is
    /// what begins with an underscore.
    static func publicNames(in files: [SourceFile]) -> Set<String> {
        let all = files.flatMap(DeclarationScanner.declarations(in:))
        let hidden = Set(all.filter { types.contains($0.keyword) && !$0.isPublic }.map(\.name))
            .subtracting(all.filter { types.contains($0.keyword) && $0.isPublic }.map(\.name))
        return Set(
            all.filter { declaration in
                let parts = declaration.name.split(separator: ".").map(String.init)
                return declaration.isPublic && declaration.keyword != "extension" && !hidden.contains(parts[0])
                    && parts.allSatisfy { $0.first?.isLetter == true }
            }.map(\.name)
        )
    }

    private static let types: Set<String> = ["struct", "class", "enum", "actor", "protocol"]

    /// Names without a row, rows without a name, and rows that say nothing.
    func findings(against names: Set<String>) -> [Finding] {
        let known = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
        let missing = names.subtracting(known.keys).sorted().map {
            Finding(path: path, line: 0, message: "\($0) is public and not in the ledger")
        }
        let stale = rows.filter { !names.contains($0.name) }.map { finding($0, "no public name") }
        let blank = rows.filter { !["1", "2", "3"].contains($0.ring) || Int($0.system) == nil }
            .map { finding($0, "no ring or no version") }
        let doubled = rows.filter { known[$0.name] != $0 }.map { finding($0, "is there twice") }
        return missing + stale + blank + doubled
    }

    private func finding(_ row: Row, _ words: String) -> Finding {
        Finding(path: path, line: row.line, message: "\(row.name): \(words)")
    }

    /// The ledger with a row for each name; a new one has no ring yet.
    func renewed(for names: Set<String>) -> String {
        let known = Dictionary(rows.map { ($0.name, $0) }) { first, _ in first }
        let lines = names.sorted().map { name in
            known[name].map { "\(name)\t\($0.ring)\t\($0.system)\t\($0.note)" } ?? "\(name)\t?\t17\t"
        }
        return ([Self.header] + lines).joined(separator: "\n") + "\n"
    }

    // MARK: What has no effect

    private static let inertNote = "without effect"

    /// Modifiers that leave a view as it is, whose row does not say so; rows that say so of those that change something; and
    /// names of the last ring, which have no effect, whose row is silent.
    func findings(aboutEffectsIn files: [SourceFile]) -> [Finding] {
        let inert = Self.inertModifiers(in: files)
        let silent = rows.filter { $0.ring == "3" && $0.note.isEmpty && !$0.name.hasPrefix("View.") }
            .map { finding($0, "has no effect, as its ring says, and the note is silent") }
        let wrong: [Finding] = rows.filter { $0.name.hasPrefix("View.") }.compactMap { row in
            let isInert = inert.contains(row.name)
            guard isInert != row.note.hasPrefix(Self.inertNote) else { return nil }
            return finding(
                row,
                isInert ? "changes nothing, and the note is silent" : "has an effect that the note denies"
            )
        }
        return silent + wrong
    }

    /// Public modifiers that are `unaltered()` in all their forms.
    static func inertModifiers(in files: [SourceFile]) -> Set<String> {
        var forms: [String: [Bool]] = [:]
        for file in files {
            for form in DeclarationScanner.declarations(in: file)
            where form.keyword == "func" && form.isPublic && form.name.hasPrefix("View.") {
                let words = file.code.filter { (form.line...form.lastLine).contains($0.line) }.map(\.text)
                forms[form.name, default: []].append(words.suffix(5) == ["{", "unaltered", "(", ")", "}"])
            }
        }
        return Set(forms.filter { $0.value.allSatisfy(\.self) }.keys)
    }

    // MARK: What is shown

    /// Names of the first two rings that no sample uses.
    ///
    /// A sample uses a type by writing its name, and a member by writing it after a dot: as often as there are types that have
    /// a member of that name, since nobody can tell here whose it is. What is used without being written (`init`, `wrappedValue`,
    /// the methods of a result builder) is used with its type.
    func findings(notShownIn samples: [SourceFile], unwritten: [String: String]) -> [Finding] {
        let use = Use(samples)
        let stale = unwritten.keys.sorted().filter { key in
            use.words.contains(key) || !rows.contains { $0.name == key }
        }
        let shown = rows.filter { $0.ring != "3" }
        let owners = Dictionary(grouping: shown.filter { use.isWritten($0.name, unwritten) }) { Use.member($0.name) }
        return shown.filter { !use.covers($0.name, unwritten) }.map { finding($0, "no sample shows it") }
            + owners.sorted { $0.key < $1.key }.compactMap { member, rows in
                let count = use.members[member] ?? 0
                guard (1..<rows.count).contains(count) else { return nil }
                let words = "one of \(rows.count) members of that name, which samples write \(count) times"
                return finding(rows[0], words)
            }
            + stale.map { Finding(path: path, line: 0, message: "\($0) needs no exception") }
    }

    /// What samples write.
    struct Use {
        private(set) var words: Set<String> = []
        /// How often each word stands after a dot.
        private(set) var members: [String: Int] = [:]

        /// Members that are used with their type.
        private static let unwritten: Set<String> = [
            "init", "wrappedValue", "projectedValue", "subscript", "body", "callAsFunction", "makeBody", "update",
            "hash",
            "rawValue", "description", "defaultValue", "path", "inset", "encode", "allowsSelection", "main",
            "buildBlock", "buildExpression", "buildIf", "buildEither", "buildOptional", "buildLimitedAvailability",
            "appendInterpolation", "appendLiteral", "Body", "Value", "Configuration", "Output", "Failure", "Content",
            "TabValue", "Data", "InsetShape", "ObjectWillChangePublisher", "previews", "reduce", "StringInterpolation",
        ]

        init(_ files: [SourceFile]) {
            for code in files.map(\.code) {
                for (place, token) in code.enumerated() where token.kind == .word || token.kind == .pound {
                    words.insert(token.text.hasPrefix("#") ? String(token.text.dropFirst()) : token.text)
                    let before = place > 0 ? code[place - 1].text : ""
                    if before == "." || before.hasSuffix(".") { members[token.text, default: 0] += 1 }
                }
            }
        }

        func covers(_ name: String, _ exceptions: [String: String]) -> Bool {
            let parts = name.split(separator: ".").map(String.init)
            guard let last = parts.last else { return false }
            if exceptions[name] != nil { return true }
            let owner = parts.dropLast().joined(separator: ".")
            if Self.unwritten.contains(last) { return owner.isEmpty || covers(owner, exceptions) }
            if parts.count == 1 || last.first?.isUppercase == true { return words.contains(last) }
            return members[last] != nil || words.contains("$0.\(last)")
        }

        /// Whether a name is shown by writing it after a dot.
        func isWritten(_ name: String, _ exceptions: [String: String]) -> Bool {
            let last = Self.member(name)
            return name.contains(".") && exceptions[name] == nil && !Self.unwritten.contains(last)
                && last.first?.isUppercase == false
        }

        static func member(_ name: String) -> String { name.split(separator: ".").last.map(String.init) ?? name }
    }
}
