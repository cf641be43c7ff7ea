import Testing

@testable import MutationTesting

struct DrawingTests {
    /// From the publication of the generator.
    @Test func splitMixIsTheKnownOne() {
        var random = SplitMix64(seed: 1_234_567)
        #expect(
            [random.next(), random.next(), random.next()] == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            ]
        )
    }

    @Test func hashIsTheKnownOne() {
        var hash = ContentHash()
        for byte in "foobar".utf8 { hash.add(byte) }
        #expect(hash.text == "85944171f73967e8")
    }

    @Test func theSameSeedDrawsTheSame() throws {
        let source = try Fixture(Fixture.program).source()
        let list = try source.draw(12, seed: "abc")
        #expect(try source.draw(12, seed: "abc").mutants == list.mutants)
        #expect(try source.draw(12, seed: "abd").mutants != list.mutants)
        #expect(list.mutants.map(\.number) == Array(1...12))
        #expect(list.table.split(separator: "\n").count == 13)
    }

    @Test func aRemovedOneIsFollowedByAnother() throws {
        let source = try Fixture(Fixture.program).source()
        let seed = someSeed()
        let list = try source.draw(10, seed: "\(seed)")
        let gone = list.mutants[3]
        let removal = MutantList.Removal(id: gone.id, reason: "", file: "", line: 1, rule: "")
        let next = try source.draw(10, seed: "\(seed)", removals: [removal])
        #expect(!next.mutants.map(\.id).contains(gone.id), "seed \(seed)")
        let kept = Set(next.mutants.map(\.id)).intersection(list.mutants.map(\.id))
        // One may come that held back another, whose place was taken by the one that is gone.
        #expect(kept.count >= 8, "seed \(seed)")
    }

    @Test func noTwoTouch() throws {
        let source = try Fixture(Fixture.program).source()
        let seed = someSeed()
        for round in 0..<20 {
            let mutants = try source.draw(25, seed: "\(seed &+ UInt64(round))").mutants
            for (one, other) in zip(mutants, mutants.dropFirst()) where one.site.file == other.site.file {
                #expect(one.site.end <= other.site.start, "seed \(seed), round \(round)")
            }
        }
    }

    @Test func tooManyAreRefused() throws {
        let source = try Fixture(Fixture.program).source()
        #expect(throws: MutationToolError.self) { try source.draw(10_000, seed: "") }
    }

    @Test func anAreaWithoutFilesIsRefused() throws {
        let repository = try Fixture(Fixture.program).repository()
        let area = Area(name: "nowhere", module: "M", files: ["Sources/Nowhere/*.swift"])
        #expect(throws: MutationToolError.self) { try repository.paths(of: [area]) }
        #expect(throws: MutationToolError.self) { try Area.named(["nowhere"]) }
    }

    @Test func patternsOfPaths() {
        let cases = [
            ("A/*.swift", "A/b.swift", true), ("A/*.swift", "A/B/c.swift", false),
            ("A/**/*.swift", "A/B/c.swift", true),
            ("A/**/*.swift", "A/c.swift", true), ("**/*Error.swift", "A/B/SomeError.swift", true),
            ("A/Save*.swift", "A/Save+x.swift", true), ("A/Save*.swift", "A/Load.swift", false),
        ]
        for (pattern, path, matches) in cases {
            #expect(PathPattern(pattern).matches(path) == matches, "\(pattern) \(path)")
        }
    }
}
