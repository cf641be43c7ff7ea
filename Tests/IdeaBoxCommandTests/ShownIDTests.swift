import Foundation
import TestSupport
import Testing

@testable import IdeaBoxCore

@Suite("Ids as they are shown")
struct ShownIDTests {
    /// Ids that begin alike in one way or another, some of them of the sample ideas.
    private static let ids = [
        "5e0b7c1a-0001-4a6b-9c3d-000000000001", "5e0b7c1a-0001-4a6b-9c3d-000000000002",
        "5e0b7c1a-0002-4a6b-9c3d-000000000003", "5e0b7c1a-ffff-4a6b-9c3d-000000000004",
        "5e0b7c1b-0001-4a6b-9c3d-000000000005", "77777777-0001-4a6b-9c3d-000000000006",
        "5e0b7c1a-0001-4a6b-9c3e-000000000001",
    ]

    private func makeBox() throws -> CommandBox {
        let box = try CommandBox()
        let rows = Self.ids.enumerated().map { "{\"id\":\"\($1)\",\"title\":\"idea \($0)\"}" }
        try box.write("[\(rows.joined(separator: ","))]", to: "ideas.json")
        #expect(try box.run("import", "ideas.json").status == 0)
        return box
    }

    /// The ids of a list, by the number in the title.
    private func shown(_ list: String) -> [Int: String] {
        var found: [Int: String] = [:]
        for line in list.split(separator: "\n") {
            guard let match = line.firstMatch(of: /^([0-9a-f-]+) +\[.\] idea ([0-9]+)/), let number = Int(match.2)
            else { continue }
            found[number] = String(match.1)
        }
        return found
    }

    @Test("What a list shows names one idea, and is no longer than that takes")
    func list() throws {
        let box = try makeBox()
        let list = try box.run("list")
        let ids = shown(list.out)
        #expect(
            ids == [
                0: "5e0b7c1a-0001-4a6b-9c3d-000000000001", 1: "5e0b7c1a-0001-4a6b-9c3d-000000000002",
                2: "5e0b7c1a-0002", 3: "5e0b7c1a-f", 4: "5e0b7c1b", 5: "77777777", 6: "5e0b7c1a-0001-4a6b-9c3e",
            ]
        )
        // One column, whatever the ids take.
        let lines = list.out.components(separatedBy: "\n").dropLast()
        let starts = lines.map { (line: String) -> Int in line.prefix(while: { $0 != "[" }).count }
        #expect(Set(starts).count == 1, "\(list)")
        for (number, id) in ids {
            #expect(try box.run("done", id).out == "Done \(id)  idea \(number)\n")
        }
        #expect(try box.run("log", "--type", "complete").out.contains("  5e0b7c1a-f                            "))
        #expect(try box.run("rm", "5e0b7c1a-f").out.hasSuffix("(undo: ideabox restore 5e0b7c1a-f)\n"))
        let trashed = try box.run("edit", "5e0b7c1a-f", "--title", "x")
        #expect(trashed.messages.hasSuffix("take it out first: ideabox restore 5e0b7c1a-f\n"), "\(trashed)")
        // The trash counts: its ideas are named by the same commands.
        #expect(shown(try box.run("search", "idea 2").out) == [2: "5e0b7c1a-0002"])
    }

    @Test("Beginnings among many ideas, beside a comparison of all with all", arguments: [1, 2, 3] as [UInt64])
    func comparison(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let surroundings = Surroundings(
            now: { Date(timeIntervalSince1970: 1_795_230_540) },
            uptime: { Uptime(bootID: "boot", seconds: 100) },
            makeID: { UUID() },
            variables: [:],
            homeFolder: "/",
            workingFolder: "/",
            machineID: { nil }
        )
        let repository = try IdeaStore.inMemory(surroundings).repository
        // Few different digits, so that many begin alike.
        let all = (0..<300).map { _ in
            let digits = (0..<32).map { _ in generator.pick(["0", "0", "0", "f"]) }
            let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { digits[$0].joined() }
            return UUID(uuidString: groups.joined(separator: "-")) ?? UUID()
        }
        for id in Set(all) { repository.context.insert(Idea(id: id, title: "x", deviceId: "d")) }
        try repository.context.save()
        let expected = Dictionary(
            uniqueKeysWithValues: Set(all).map { id in
                let others = Set(all).subtracting([id]).map(\.text)
                let length = (8...36).first { length in
                    others.allSatisfy { $0.prefix(length) != id.text.prefix(length) }
                        && id.text.prefix(length).last != "-"
                }
                return (id, String(id.text.prefix(length ?? 36)))
            }
        )
        // All of them, a part that is more than is looked up singly, a few, and one that no idea has.
        let parts = [Array(Set(all)), Array(all.prefix(150)), Array(all.prefix(3))]
        for part in parts {
            let texts = try repository.shortTexts(of: part)
            for id in part { #expect(texts[id] == expected[id], "seed \(seed)") }
        }
        let stranger = try #require(UUID(uuidString: "12345678-0000-4000-8000-000000000000"))
        #expect(try repository.shortTexts(of: [stranger]) == [stranger: "12345678"])
        #expect(try repository.shortTexts(of: []).isEmpty)
    }
}
