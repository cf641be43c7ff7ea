import Foundation
import SwiftData
import Synchronization
import TestSupport
import Testing

/// Random changes on three devices, with requests and answers lost on the way and clocks that are wrong: in the end all
/// devices show the same, in each layout. A seed that fails is printed.
@Suite struct RandomWalkTests {
    private static let steps = 60

    /// `MIRROR_SEEDS=1000` tries more of them.
    private static let seeds =
        Int(ProcessInfo.processInfo.environment["MIRROR_SEEDS"] ?? "") ?? Effort.rounds(6, proof: 60)

    @Test(arguments: (0..<seeds).map { UInt64($0) }, [CloudRecordLayout.plain, .coreData])
    func devicesAgree(seed: UInt64, layout: CloudRecordLayout) async throws {
        try await MirrorWorld.run { world in
            var random = SeededGenerator(seed: seed)
            var devices: [Device] = []
            for name in ["one", "two", "three"] {
                let device = try await world.device(name) { $0.layout = layout }
                device.setSkew(Double(random.pick([0, 0, -40_000, 40_000])))
                devices.append(device)
            }
            for step in 0..<Self.steps {
                world.clock.advance(Double(random.number(0...3)))
                let device = random.pick(devices)
                if random.chance(35) {
                    try await sync(device, &random)
                } else {
                    var walk = LibraryWalk(random: random, step: step)
                    try device.change { try walk.step($0) }
                    random = walk.random
                }
            }
            try await settle(devices, seed, layout)
        }
    }

    private func sync(_ device: Device, _ random: inout SeededGenerator) async throws {
        let trouble = random.number(0...3)
        let first = Mutex(random.number(0...4))
        device.transport.spoil { _ in
            let isDue = first.withLock { left in
                left -= 1
                return left < 0
            }
            guard isDue else { return .pass }
            return trouble == 0 ? .lose : trouble == 1 ? .loseAnswer : .pass
        }
        defer { device.transport.spoil(nil) }
        do {
            try await device.sync()
        } catch let problem as CloudMirrorProblem {
            #expect(problem.kind == .serviceUnavailable)
        }
    }

    private func settle(_ devices: [Device], _ seed: UInt64, _ layout: CloudRecordLayout) async throws {
        // Each may find something to settle in what the others settled.
        for _ in 0..<4 { for device in devices { try await device.sync() } }
        let portraits = try devices.map { try $0.portrait(layout) }
        #expect(portraits[1] == portraits[0], "seed \(seed), \(layout)")
        #expect(portraits[2] == portraits[0], "seed \(seed), \(layout)")
        for device in devices {
            #expect(device.mirror.status.pendingCount == 0, "seed \(seed), \(layout), \(device.name)")
        }
    }
}

/// One random change of a library.
struct LibraryWalk {
    var random: SeededGenerator
    let step: Int

    mutating func step(_ context: ModelContext) throws {
        switch random.number(0...11) {
        case 0: context.insert(Shelf(name: "S\(step)"))
        case 1, 2, 3: try addBook(context)
        case 4: try changeBook(context)
        case 5: try moveBook(context)
        case 6: try reorder(context)
        case 7, 8: try tagBook(context)
        case 9: try cover(context)
        case 10: try delete(context)
        default: try changeTag(context)
        }
    }

    private mutating func uuid() -> UUID {
        let high = random.next()
        let low = random.next()
        let bytes =
            (0..<8).map { UInt8(truncatingIfNeeded: high >> ($0 * 8)) }
            + (0..<8).map { UInt8(truncatingIfNeeded: low >> ($0 * 8)) }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    private mutating func any<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws -> Model? {
        let all = try context.fetch(FetchDescriptor<Model>())
        return all.isEmpty ? nil : random.pick(all)
    }

    private mutating func addBook(_ context: ModelContext) throws {
        let book = Book(title: "B\(step)", identifier: uuid())
        context.insert(book)
        if random.chance(70), let shelf = try any(Shelf.self, context) {
            shelf.books.insert(book, at: random.number(0...shelf.books.count))
        }
        if random.chance(20) { book.scan = Data(repeating: UInt8(step), count: random.pick([10, 140_000])) }
    }

    private mutating func changeBook(_ context: ModelContext) throws {
        guard let book = try any(Book.self, context) else { return }
        if random.chance(50) { book.title = "T\(step)" }
        if random.chance(30) { book.pages = step }
        if random.chance(30) { book.price = random.chance(30) ? nil : Double(step) / 3 }
        if random.chance(30) { book.genre = random.pick([.novel, .poetry]) }
        if random.chance(30) { book.size = Size(width: step, height: 1) }
        if random.chance(30) { book.keywords = ["k\(step)"] }
    }

    private mutating func moveBook(_ context: ModelContext) throws {
        guard let book = try any(Book.self, context) else { return }
        book.shelf = random.chance(20) ? nil : try any(Shelf.self, context)
    }

    private mutating func reorder(_ context: ModelContext) throws {
        guard let shelf = try any(Shelf.self, context), shelf.books.count > 1 else { return }
        var books = shelf.books
        books.swapAt(0, random.number(1...(books.count - 1)))
        shelf.books = books
    }

    private mutating func tagBook(_ context: ModelContext) throws {
        guard let book = try any(Book.self, context) else { return }
        if random.chance(30), let tag = book.tags.first {
            book.tags.removeAll { $0 === tag }
        } else if random.chance(50), let tag = try any(Tag.self, context) {
            if !book.tags.contains(where: { $0 === tag }) { book.tags.append(tag) }
        } else {
            // A name that another device may choose too.
            let name = "t\(random.number(0...4))"
            let known = try context.fetch(FetchDescriptor<Tag>()).first { $0.name == name }
            let tag = known ?? Tag(name: name)
            if !book.tags.contains(where: { $0 === tag }) { book.tags.append(tag) }
        }
    }

    private mutating func changeTag(_ context: ModelContext) throws {
        guard let tag = try any(Tag.self, context) else { return }
        tag.color = "c\(step)"
        if random.chance(30) {
            let name = "t\(random.number(0...4))"
            let isTaken = try context.fetch(FetchDescriptor<Tag>()).contains { $0.name == name }
            if !isTaken { tag.name = name }
        }
    }

    private mutating func cover(_ context: ModelContext) throws {
        guard let book = try any(Book.self, context) else { return }
        if random.chance(40), let cover = try any(Cover.self, context) {
            book.cover = cover
        } else {
            book.cover = Cover(color: "v\(step)")
        }
    }

    private mutating func delete(_ context: ModelContext) throws {
        switch random.number(0...3) {
        case 0: if let shelf = try any(Shelf.self, context) { context.delete(shelf) }
        case 1: if let tag = try any(Tag.self, context) { context.delete(tag) }
        default: if let book = try any(Book.self, context) { context.delete(book) }
        }
    }
}
