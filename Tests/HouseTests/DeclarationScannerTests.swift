import Testing

/// What the scanner takes for a declaration, and where it lets it end.
struct DeclarationScannerTests {
    private func scan(_ source: String) -> [Declaration] {
        DeclarationScanner.declarations(in: SourceFile(path: "Sources/A/a.swift", text: source))
    }

    @Test func namesCarryTheTypesAroundThem() {
        let source = """
            import struct Foundation.Date
            extension A.B { struct C<T> { init?() {}; static func == (l: C, r: C) -> Bool { true } } }
            enum D { case a(Int = 1), b
              case c }
            let (x, y) = (1, 2)
            """
        let expected = ["A.B", "A.B.C", "A.B.C.init", "A.B.C.==", "D", "D.a", "D.c", ""]
        #expect(scan(source).map(\.name) == expected)
    }

    @Test func classIsAModifierBeforeAMember() {
        let found = scan("class A { class var b: Int { 1 }\n override class func c() {}\n class D {} }")
        #expect(found.map(\.keyword) == ["class", "var", "func", "class"])
    }

    @Test func bodiesEndAtTheirBrace() {
        let source = """
            @Model
            final class A {
                @Attribute(.unique)
                var a = { () -> Int in
                    2
                }()

                func b(
                    _ c: () -> Void = {}
                ) {
                    func inner() {}
                }
                var d: Int { get {
                    1 } }
            }
            """
        let found = scan(source)
        #expect(found.map(\.name) == ["A", "A.a", "A.b", "A.d"])
        #expect(found.map(\.length) == [15, 4, 5, 2])
    }

    @Test func requirementsHaveNoBody() {
        let found = scan(
            "protocol P {\n associatedtype Q: R\n func a() throws -> Int\n init()\n var b: Int { get }\n}\nfunc c() {}"
        )
        #expect(found.map(\.name) == ["P", "P.Q", "P.a", "P.init", "P.b", "c"])
        #expect(found.map(\.length) == [6, 1, 1, 1, 1, 1])
    }

    @Test func macrosAndDirectivesAreStepsAside() {
        let source = """
            struct A {
                var a = 1
                #Index<A>([\\.a], [\\.b])
                #if DEBUG
                let b: Int
                #endif
                nonisolated(unsafe) static var c = 2
            }
            """
        #expect(scan(source).map(\.name) == ["A", "A.a", "A.b", "A.c"])
    }

    @Test func visibilityIsInheritedByRequirementsAndCases() {
        let source = """
            public protocol P { func a() }
            public enum E { case b; func c() {} }
            public struct S { public private(set) var d: Int; private(set) public var e: Int; var f: Int }
            protocol Q { func g() }
            """
        #expect(scan(source).filter(\.isPublic).map(\.name) == ["P", "P.a", "E", "E.b", "S", "S.d", "S.e"])
    }
}
