import Foundation
import SwiftData
import Synchronization
import Testing

@testable import CloudKit

/// Inheritance, required relationships, links of other kinds, secrets; records that come in the wrong order.
@Suite struct ZooTests {
    private static func dogs(_ context: ModelContext) throws -> [Dog] {
        try context.fetch(FetchDescriptor<Dog>()).sorted { $0.name < $1.name }
    }

    @Test func hierarchiesAndLinksOfAllKinds() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one", Zoo.types)
            let two = try await world.device("two", Zoo.types)
            try one.change { context in
                let (rex, fido) = (Dog(name: "Rex", tricks: ["sit"]), Dog(name: "Fido", tricks: []))
                let cat = Animal(name: "Mia")
                cat.weight = try #require(Decimal(string: "4.125"))
                [rex, fido, cat].forEach { context.insert($0) }
                rex.friends = [fido]
                let visit = Visit(day: 3, animal: cat)
                context.insert(visit)
                visit.seen = [cat, rex]
            }
            try await one.sync()
            try await two.sync()
            let context = two.context
            let dogs = try Self.dogs(context)
            #expect(dogs.map(\.name) == ["Fido", "Rex"] && dogs.map(\.tricks) == [[], ["sit"]])
            #expect(dogs[1].friends.map(\.name) == ["Fido"])
            let visit = try #require(try context.fetch(FetchDescriptor<Visit>()).first)
            #expect(visit.animal.name == "Mia" && visit.animal.weight == Decimal(string: "4.125"))
            #expect(visit.seen.map(\.name) == ["Mia", "Rex"])
            dogs[1].friends = []
            visit.seen.removeFirst()
            try context.save()
            try await two.sync()
            try await one.sync()
            #expect(try Self.dogs(one.context).allSatisfy(\.friends.isEmpty))
            #expect(try one.context.fetch(FetchDescriptor<Visit>()).first?.seen.map(\.name) == ["Rex"])
            #expect(one.mirror.status.pendingCount == 0 && two.mirror.status.pendingCount == 0)
        }
    }

    /// The animal's record goes up last; whoever fetches before has visits that cannot be rows yet.
    @Test func childrenWaitForWhatTheyRequire() async throws {
        try await MirrorWorld.run { world in
            let names = DescendingNames()
            let one = try await world.device("one", Zoo.types) { $0.makeUUID = { names.next() } }
            let two = try await world.device("two", Zoo.types)
            try one.change { context in
                let animal = Animal(name: "Mia")
                context.insert(animal)
                for day in 0..<150 { context.insert(Visit(day: day, animal: animal)) }
            }
            let batches = Mutex(0)
            one.transport.spoil { request in
                guard request.address.contains("/records/modify") else { return .pass }
                return batches.withLock { count in
                    count += 1
                    return count == 1 ? .pass : .lose
                }
            }
            await #expect(throws: CloudMirrorProblem.self) { try await one.sync() }
            try await two.sync()
            #expect(try two.context.fetchCount(FetchDescriptor<Visit>()) == 0)
            one.transport.spoil(nil)
            try await one.sync()
            try await two.sync()
            let visits = try two.context.fetch(FetchDescriptor<Visit>())
            #expect(Set(visits.map(\.day)) == Set(0..<150) && visits.allSatisfy { $0.animal.name == "Mia" })
        }
    }

    @Test func secretsAreSealed() async throws {
        try await MirrorWorld.run { world in
            let one = try await world.device("one", Zoo.types)
            let two = try await world.device("two", Zoo.types)
            try one.cloud.createEncryptionKey(passphrase: "correct horse")
            let key = try one.cloud.exportedEncryptionKey()
            try two.cloud.importEncryptionKey(key, passphrase: "correct horse")
            try two.cloud.unlockEncryption(passphrase: "correct horse")
            let sent = Mutex("")
            one.transport.spoil { request in
                sent.withLock { $0 += request.text }
                return .pass
            }
            let date = Date(timeIntervalSinceReferenceDate: 1_234.567_891)
            try one.change { context in
                let diary = Diary(text: "nobody knows")
                diary.written = date
                context.insert(diary)
            }
            try await one.sync()
            #expect(sent.withLock { $0.contains("Diary") && !$0.contains("nobody knows") })
            try await two.sync()
            let diary = try #require(try two.context.fetch(FetchDescriptor<Diary>()).first)
            #expect(diary.text == "nobody knows" && diary.written == date)
        }
    }
}

/// UUIDs that get smaller: what was made first sorts last.
final class DescendingNames: Sendable {
    private let left = Mutex<UInt32>(.max)

    func next() -> UUID {
        let number = left.withLock { left in
            left -= 1
            return left
        }
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        return UUID(uuid: (bytes[0], bytes[1], bytes[2], bytes[3], 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0))
    }
}
