import Testing

/// What `@Model` and its companions report, and what the fix-its make of the source.
@Suite struct ModelDiagnosticTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let source: String
        let reports: [String]
        let fixed: String?

        init(_ name: String, _ source: String, _ reports: [String], fixed: String? = nil) {
            testDescription = name
            self.source = source
            self.reports = reports
            self.fixed = fixed
        }
    }

    @Test(arguments: kinds + members + relationships)
    func reports(_ example: Example) {
        let expansion = MacroExpander().expand(example.source)
        #expect(expansion.reports == example.reports)
        #expect(expansion.fixed == example.fixed ?? example.source)
    }

    /// A fix-it may leave another mistake to report, but never the one that it is for.
    @Test(arguments: (kinds + members + relationships).filter { $0.fixed != nil })
    func fixedSourceIsAccepted(_ example: Example) throws {
        let fixed = try #require(example.fixed)
        let messages = example.reports.map { $0.drop { $0 != " " } }
        let after = MacroExpander().expand(fixed).reports.map { $0.drop { $0 != " " } }
        #expect(messages.allSatisfy { !after.contains($0) })
    }

    static let kinds = [
        Example(
            "struct",
            "@Model struct A { var x = 0\n    init() {} }",
            ["1:1 error: '@Model' cannot be applied to struct type 'A'; a model is a class [fix-it: make 'A' a class]"],
            fixed: "@Model class A { var x = 0\n    init() {} }"
        ),
        Example(
            "actor",
            "@Model actor A { init() {} }",
            ["1:1 error: '@Model' cannot be applied to actor type 'A'; a model is a class [fix-it: make 'A' a class]"],
            fixed: "@Model class A { init() {} }"
        ),
        Example(
            "enum",
            "@Model enum A { case x }",
            ["1:1 error: '@Model' cannot be applied to enum type 'A'; a model is a class"]
        ),
        Example(
            "generic class",
            "@Model class A<T> { var x = 0 }",
            ["1:1 error: '@Model' cannot be applied to the generic class 'A': a store keeps one table for a class"]
        ),
        Example(
            "model actor that is a class",
            "@ModelActor class A {}",
            ["1:1 error: '@ModelActor' can only be applied to an actor; 'A' is a class [fix-it: make 'A' an actor]"],
            fixed: "@ModelActor actor A {}"
        ),
    ]

    static let members = [
        Example(
            "no initializer",
            "@Model class A {\n    var x: Int\n    var y: String?\n    var z = 0.5\n    let c = 1\n}",
            ["1:14 error: @Model requires an initializer be provided for 'A' [fix-it: add an initializer]"],
            fixed: """
                @Model class A {
                    var x: Int
                    var y: String?
                    var z = 0.5
                    let c = 1

                    init(x: Int, y: String? = nil, z: Double = 0.5) {
                        self.x = x
                        self.y = y
                        self.z = z
                    }
                }
                """
        ),
        Example(
            "transient without default",
            "@Model class A {\n    @Transient var x: Int\n    init() {}\n}",
            [
                "2:5 error: @Transient requires non-optional property 'x' to have a default value [fix-it: make it optional]"
            ],
            fixed: "@Model class A {\n    @Transient var x: Int?\n    init() {}\n}"
        ),
        Example(
            "observers",
            "@Model class A {\n    var x = 0 { didSet {} }\n    init() {}\n}",
            [
                "2:17 warning: 'didSet' is not called for the persisted property 'x'; put the work into a method, or mark "
                    + "the property @Transient"
            ]
        ),
        Example(
            "several bindings",
            "@Model class A {\n    var x, y: Int\n    init() {}\n}",
            [
                "2:5 error: a persisted property needs a declaration of its own [fix-it: declare each property on its own]"
            ],
            fixed: "@Model class A {\n    var x: Int\n    var y: Int\n    init() {}\n}"
        ),
        Example(
            "tuple pattern",
            "@Model class A {\n    var (x, y) = (1, 2)\n    init() {}\n}",
            ["2:9 error: a tuple pattern cannot declare persisted properties; give each a declaration of its own"]
        ),
        Example(
            "duplicate",
            "@Model class A {\n    var x = 0\n    var x = 1\n    init() {}\n}",
            ["3:5 error: the property 'x' is declared twice"]
        ),
        Example(
            "tuple type",
            "@Model class A {\n    var x: (Int, Int)\n    init() {}\n}",
            [
                "2:12 error: a tuple cannot be persisted; make 'x' a Codable type or mark it @Transient [fix-it: mark it "
                    + "@Transient]"
            ],
            fixed: "@Model class A {\n    @Transient var x: (Int, Int)\n    init() {}\n}"
        ),
        Example(
            "function type",
            "@Model class A {\n    var x: (() -> Void)?\n    init() {}\n}",
            [
                "2:12 error: a function cannot be persisted; make 'x' a Codable type or mark it @Transient [fix-it: mark "
                    + "it @Transient]"
            ],
            fixed: "@Model class A {\n    @Transient var x: (() -> Void)?\n    init() {}\n}"
        ),
        Example(
            "two #Unique",
            "@Model class A {\n    #Unique<A>([\\.x])\n    #Unique<A>([\\.y])\n    var x = 0\n    var y = 0\n    init() {}\n}",
            [
                "3:5 error: a model has one #Unique; put each combination into a list of its own: #Unique<Model>([…], […])"
            ]
        ),
    ]

    static let relationships = [
        Example(
            "inverse on both sides",
            """
            @Model class A {
                @Relationship(inverse: \\A.children) var parent: A?
                @Relationship(deleteRule: .cascade, inverse: \\A.parent) var children: [A] = []
                init() {}
            }
            """,
            [
                "3:5 error: 'parent' already names 'children' as its inverse; write 'inverse:' on one side only [fix-it: "
                    + "remove 'inverse:']"
            ],
            fixed: """
                @Model class A {
                    @Relationship(inverse: \\A.children) var parent: A?
                    @Relationship(deleteRule: .cascade) var children: [A] = []
                    init() {}
                }
                """
        ),
        Example(
            "attribute and relationship",
            "@Model class A {\n    @Attribute(.unique) @Relationship var b: B?\n    init() {}\n}",
            ["2:25 error: 'b' is either an attribute or a relationship, not both [fix-it: remove '@Relationship']"],
            fixed: "@Model class A {\n    @Attribute(.unique) var b: B?\n    init() {}\n}"
        ),
        Example(
            "relationship to a scalar",
            "@Model class A {\n    @Relationship var name: String?\n    init() {}\n}",
            ["2:5 error: 'name' is no relationship: 'String?' is no model [fix-it: remove '@Relationship']"],
            fixed: "@Model class A {\n    var name: String?\n    init() {}\n}"
        ),
    ]
}
