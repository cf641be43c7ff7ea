import CloudKitWebServices

/// Reads a schema in the published schema language.
struct SchemaParser {
    private typealias Token = SchemaLexer.Token

    private let tokens: [Token]
    private var place = 0
    private var schema = RecordSchema()
    /// The roles that grants name, with their places: a role may be created behind a grant to it.
    private var granted: [(role: String, token: Token)] = []

    static func schema(of text: String) throws(SchemaTextError) -> RecordSchema {
        var parser = SchemaParser(tokens: try SchemaLexer.tokens(of: text))
        try parser.readAll()
        return parser.schema
    }

    private init(tokens: [Token]) {
        self.tokens = tokens
    }

    private var token: Token { tokens[place] }

    private mutating func readAll() throws(SchemaTextError) {
        try expect("DEFINE")
        try expect("SCHEMA")
        while token.kind != .end {
            if accept("CREATE") {
                try expect("ROLE")
                schema.roles.append(try name("a role"))
            } else if accept("RECORD") {
                try expect("TYPE")
                try readType()
            } else {
                throw unexpected("RECORD TYPE or CREATE ROLE")
            }
            try expect(sign: ";")
        }
        let known = SchemaRights.systemRoles.union(schema.roles)
        if let unknown = granted.first(where: { !known.contains($0.role) }) {
            let roles = "“_world”, “_icloud” and “_creator” are there, others by CREATE ROLE"
            throw error("there is no role “\(unknown.role)”: \(roles)", at: unknown.token)
        }
    }

    private mutating func readType() throws(SchemaTextError) {
        let start = token
        let name = try name("a record type")
        guard Names.isTypeOrFieldName(name) else { throw error("no record type may be called so", at: start) }
        guard schema.types[name] == nil else { throw error("there are two record types “\(name)”", at: start) }
        var type = RecordType()
        try expect(sign: "(")
        if !accept(sign: ")") {
            repeat { try readItem(into: &type) } while accept(sign: ",")
            try expect(sign: ")")
        }
        schema.types[name] = type
    }

    /// A field or a grant.
    private mutating func readItem(into type: inout RecordType) throws(SchemaTextError) {
        if accept("GRANT") { return type.grants.append(try grant()) }
        let start = token
        let name = try name("a field")
        let isSystem = WireSystemField(internalName: name) != nil || name == "___etag"
        guard Names.isTypeOrFieldName(name) || isSystem else { throw error("no field may be called so", at: start) }
        guard type.fields[name] == nil else { throw error("there are two fields “\(name)”", at: start) }
        type.fields[name] = try field()
    }

    private mutating func grant() throws(SchemaTextError) -> SchemaGrant {
        var permissions: [String] = []
        repeat {
            guard case .word(let word) = token.kind, ["READ", "CREATE", "WRITE"].contains(word.uppercased()) else {
                throw unexpected("READ, CREATE or WRITE")
            }
            permissions.append(word.uppercased())
            place += 1
        } while accept(sign: ",")
        try expect("TO")
        let start = token
        let role = try name("a role")
        granted.append((role, start))
        return SchemaGrant(permissions: permissions, role: role)
    }

    private mutating func field() throws(SchemaTextError) -> SchemaField {
        var marks: FieldMarks = []
        if accept("ENCRYPTED") { marks.insert(.encrypted) }
        let start = token
        let type = try fieldType()
        if marks.contains(.encrypted), !SchemaWords.sealable.contains(type.element ?? type) {
            throw error("fields of this type cannot be encrypted", at: start)
        }
        while case .word(let word) = token.kind,
            let mark = SchemaWords.marks.first(where: { $0.word == word.uppercased() })
        {
            if marks.contains(.encrypted) { throw error("an encrypted field cannot be \(mark.word)", at: token) }
            marks.insert(mark.mark)
            place += 1
        }
        let isSealedBytes = type == .bytes && marks.contains(.encrypted)
        return SchemaField(type: (isSealedBytes ? .encryptedBytes : type).rawValue, marks: marks)
    }

    private mutating func fieldType() throws(SchemaTextError) -> WireFieldType {
        guard accept("LIST") else { return try plainType() }
        try expect(sign: "<")
        let start = token
        let element = try plainType()
        try expect(sign: ">")
        guard let list = element.list else { throw error("there are no lists of this type", at: start) }
        return list
    }

    private mutating func plainType() throws(SchemaTextError) -> WireFieldType {
        // A number without more said about it has no type of its own here.
        if accept("NUMBER") {
            try expect("PREFERRED")
            try expect("AS")
        }
        guard case .word(let word) = token.kind,
            let type = SchemaWords.types.first(where: { $0.word == word.uppercased() })?.type
        else {
            throw unexpected("a type: " + SchemaWords.types.map(\.word).joined(separator: ", ") + " or LIST<…>")
        }
        place += 1
        return type
    }

    // MARK: - Tokens

    private mutating func name(_ what: String) throws(SchemaTextError) -> String {
        switch token.kind {
        case .word(let word) where !SchemaWords.reserved.contains(word.uppercased()),
            .quoted(let word) where !word.isEmpty:
            place += 1
            return word
        default: throw unexpected("the name of \(what)")
        }
    }

    private mutating func accept(_ word: String) -> Bool {
        guard case .word(let present) = token.kind, present.uppercased() == word else { return false }
        place += 1
        return true
    }

    private mutating func accept(sign: Character) -> Bool {
        guard token.kind == .sign(sign) else { return false }
        place += 1
        return true
    }

    private mutating func expect(_ word: String) throws(SchemaTextError) {
        if !accept(word) { throw unexpected(word) }
    }

    private mutating func expect(sign: Character) throws(SchemaTextError) {
        if !accept(sign: sign) { throw unexpected("“\(sign)”") }
    }

    private func unexpected(_ wanted: String) -> SchemaTextError {
        error("\(wanted) is expected, not \(token.description)", at: token)
    }

    private func error(_ problem: String, at token: Token) -> SchemaTextError {
        SchemaTextError(line: token.line, column: token.column, problem: problem)
    }
}

extension RecordSchema {
    /// Reads a schema in the published schema language.
    ///
    /// - Throws: ``SchemaTextError``, which names line and column.
    public init(text: String) throws(SchemaTextError) {
        self = try SchemaParser.schema(of: text)
    }
}
