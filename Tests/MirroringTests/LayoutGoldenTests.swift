import Foundation
import SwiftData
import Synchronization
import Testing

@testable import CloudKit

/// What the service holds of a small library, in each layout, to the byte: `REGENERATE_GOLDEN=1` writes the files anew.
@Suite struct LayoutGoldenTests {
    @Test(arguments: [CloudRecordLayout.plain, .coreData])
    func records(layout: CloudRecordLayout) async throws {
        try await MirrorWorld.run { world in
            let names = DescendingNames()
            let types = Library.types + [Animal.self, Dog.self, Diary.self]
            let one = try await world.device("one", types) { options in
                options.layout = layout
                options.makeUUID = { names.next() }
            }
            try one.cloud.createEncryptionKey(passphrase: "correct horse")
            try one.change { context in
                let diary = Diary(text: "nobody knows")
                diary.written = Date(timeIntervalSinceReferenceDate: 1_234.5)
                context.insert(diary)
                let shelf = Shelf(name: "Novels")
                context.insert(shelf)
                shelf.books = ["Emma", "Persuasion"].map { Book(title: $0, identifier: DescendingNames().next()) }
                let emma = shelf.books[0]
                emma.price = 9.5
                emma.size = Size(width: 12, height: 19)
                emma.keywords = ["england"]
                emma.scan = Data(repeating: 7, count: 200_000)
                emma.tags = [Tag(name: "good")]
                emma.cover = Cover(color: "green")
                context.insert(Dog(name: "Rex", tricks: ["sit"]))
            }
            try await one.sync()
            let zone = layout == .plain ? "SwiftData" : "com.apple.coredata.cloudkit.zone"
            let text = try await Self.records(one.cloud, zone: zone)
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appendingPathComponent("Golden/\(layout.rawValue).txt")
            if ProcessInfo.processInfo.environment["REGENERATE_GOLDEN"] != nil {
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == text)
            // And back: a second device makes the same of it.
            let two = try await world.device("two", types) { $0.layout = layout }
            try two.cloud.importEncryptionKey(try one.cloud.exportedEncryptionKey(), passphrase: "correct horse")
            try two.cloud.unlockEncryption(passphrase: "correct horse")
            try await two.sync()
            #expect(try two.context.fetch(FetchDescriptor<Diary>()).map(\.text) == ["nobody knows"])
            // Apple's layout carries neither places nor parts of milliseconds.
            if layout == .plain { #expect(try two.portrait() == one.portrait()) }
            #expect(try two.context.fetch(FetchDescriptor<Book>()).map(\.tags.count).sorted() == [0, 1])
            #expect(try two.context.fetch(FetchDescriptor<Dog>()).map(\.tricks) == [["sit"]])
        }
    }

    /// Changes and deletions in Apple's layout, both ways.
    @Test func coreDataLayoutBothWays() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one") { $0.layout = .coreData }
            let two = try await world.device("two") { $0.layout = .coreData }
            try one.change { context in
                let book = Book(title: "Emma")
                context.insert(book)
                book.tags = [Tag(name: "good"), Tag(name: "old")]
            }
            try await one.sync()
            try await two.sync()
            world.clock.advance(5)
            try two.change { context in
                let book = try #require(try context.fetch(FetchDescriptor<Book>()).first)
                book.pages = 3
                book.tags.removeAll { $0.name == "old" }
            }
            try one.change { try #require(try $0.fetch(FetchDescriptor<Book>()).first).title = "Emma I" }
            for _ in 0..<3 { for device in [one, two] { try await device.sync() } }
            #expect(try one.portrait() == two.portrait())
            let book = try #require(try one.context.fetch(FetchDescriptor<Book>()).first)
            #expect(book.title == "Emma I" && book.pages == 3 && book.tags.map(\.name) == ["good"])
        }
    }

    private static func records(_ cloud: CKContainer, zone: String) async throws -> String {
        let id = CKRecordZone.ID(zoneName: zone)
        let page = try await cloud.privateCloudDatabase.recordZoneChanges(inZoneWith: id, since: nil)
        let records = try page.modificationResultsByID.values.map { try $0.get().record }
        let lines = records.sorted { ($0.recordType, $0.recordID.recordName) < ($1.recordType, $1.recordID.recordName) }
            .map { record in
                var fields = record.allKeys().map { "    \($0): \(words(record.object(forKey: $0)))" }
                fields += record.encryptedValues.allKeys().sorted().map {
                    "    \($0): sealed \(words(record.encryptedValues.object(forKey: $0)))"
                }
                return "\(record.recordType) \(shown(record, fields))"
            }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Links of Apple's layout have random names.
    private static func shown(_ record: CKRecord, _ fields: [String]) -> String {
        ([record.recordID.recordName] + fields).joined(separator: "\n")
    }

    private static func words(_ value: CKRecordValue?) -> String {
        switch value {
        case let text as String: "“\(text)”"
        case let number as NSNumber: number.stringValue
        case let date as Date: "date \(date.timeIntervalSince1970)"
        case let data as Data: "bytes \(data.map { String($0, radix: 16) }.joined(separator: " "))"
        case let reference as CKRecord.Reference: "→ \(reference.recordID.recordName)"
        case let asset as CKAsset:
            "file of \(asset.fileURL.flatMap { try? Data(contentsOf: $0) }?.count ?? -1) bytes"
        default: "?"
        }
    }
}
