import Foundation
import SwiftData
import Testing

@testable import CloudKit
@testable import SwiftData

/// Which deletions a store remembers.
@Suite struct BurialTests {
    private static func remove(_ title: String, _ one: Device, _ two: Device) async throws {
        try one.change { context in
            context.delete(try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == title }))
        }
        try await one.sync()
        try await two.sync()
    }

    @Test func theOldestAreForgotten() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = (try await world.device("one"), try await world.device("two"))
            try one.change { context in (0..<6).forEach { context.insert(Book(title: "\($0)")) } }
            try await one.sync()
            try await two.sync()
            let names = try one.recordNames(in: "Book", by: "title")
            let titles = ["3", "0", "5", "1"]
            for title in titles { try await Self.remove(title, one, two) }
            let gone = titles.compactMap { names[$0] }
            for device in [one, two] {
                // Hearing of one once more changes nothing.
                try device.work { try $0.apply([], deletions: [gone[0]]) }
                #expect(try device.rememberedDeletions() == gone, "\(device.name)")
                try device.work { try $0.pruneDeletions(but: 2) }
                #expect(try device.rememberedDeletions() == Array(gone.suffix(2)), "\(device.name)")
            }
            // As after so many more, on a device that only hears of deletions.
            let many = Int64(10 * MirrorWork.rememberedDeletions)
            try two.work { work in
                let sql = "UPDATE _mirror_record SET buried = ?1 WHERE name = ?2"
                try work.books.run(sql, [.integer(many), .text(gone[3])])
            }
            try await Self.remove("2", one, two)
            let last = try #require(names["2"])
            #expect(try two.rememberedDeletions() == [gone[3], last])
            #expect(try two.context.fetch(FetchDescriptor<Book>()).map(\.title) == ["4"])
        }
    }

    @Test func whatIsSentAgainKeepsItsDeletions() async throws {
        try await MirrorWorld.run { world in
            let (one, two) = (try await world.device("one"), try await world.device("two"))
            try one.change { context in (0..<4).forEach { context.insert(Book(title: "\($0)")) } }
            try await one.sync()
            try await two.sync()
            let names = try one.recordNames(in: "Book", by: "title")
            try await Self.remove("2", one, two)
            // Deleted here, and not sent yet.
            try one.change { context in
                context.delete(try #require(try context.fetch(FetchDescriptor<Book>()).first { $0.title == "0" }))
            }
            try one.work { work in
                try work.scanAll()
                try work.sendEverythingAgain()
            }
            #expect(try one.rememberedDeletions() == [names["2"], names["0"]].compactMap(\.self))
        }
    }
}
