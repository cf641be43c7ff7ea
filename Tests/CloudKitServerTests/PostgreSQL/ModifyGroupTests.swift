import CloudKitWebServices
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CloudKitServer

@Suite("Requests that share a transaction in PostgreSQL")
struct ModifyGroupTests {
    private static let zone = ZoneKey(
        DatabaseKey(account: AccountID(rawValue: 7), container: World.container, environment: .development),
        WireZoneID.defaultName
    )

    /// A store whose next transaction that changes records waits at its end, so that what follows shares one.
    private struct Held {
        let store: PostgreSQLRecordStore
        let gate: CommitGate

        /// Sends commands while a transaction is under way, in their order, and then lets it end.
        func modify(_ commands: [ModifyCommand]) async throws -> [Result<ModifyOutcome, any Error>] {
            gate.close()
            return await withTaskGroup(of: (Int, Result<ModifyOutcome, any Error>).self) { group in
                group.addTask { (-1, await outcome(.creation(of: "held", in: ModifyGroupTests.zone))) }
                await gate.reached()
                for (place, command) in commands.enumerated() {
                    group.addTask { (place, await outcome(command)) }
                    while store.lines.waitingCount <= place { await Task.yield() }
                }
                gate.open()
                return await group.reduce(into: [(Int, Result<ModifyOutcome, any Error>)]()) { $0.append($1) }
                    .sorted { $0.0 < $1.0 }.map(\.1)
            }
        }

        private func outcome(_ command: ModifyCommand) async -> Result<ModifyOutcome, any Error> {
            do { return .success(try await store.modify(command)) } catch { return .failure(error) }
        }
    }

    private static func with(_ body: @Sendable (Held) async throws -> Void) async throws {
        try await PostgreSQLServer.shared.withNewDatabase { address in
            let database = try await PostgreSQLDatabase(address: address, surroundings: OpenStore.surroundings)
            let gate = CommitGate()
            let store = PostgreSQLRecordStore(database, beforeCommit: { gate.pass() })
            do {
                try await prepare(store)
                try await body(Held(store: store, gate: gate))
                #expect(try await store.verify().findings.isEmpty)
                await database.close()
            } catch {
                gate.open()
                await database.close()
                throw error
            }
        }
    }

    /// Fixes the fields' types, and subscribes: to everything, and once to each kind of change of a query.
    private static func prepare(_ store: any RecordStore) async throws {
        var random = SeededGenerator(seed: 1)
        _ = try await store.modify(command(.forceReplace, "R0", target: "R1", 0, &random))
        let once = WireSubscription(
            subscriptionID: "once",
            subscriptionType: .query,
            query: WireQuery(recordType: "Note", filterBy: []),
            firesOn: [.create, .update, .delete],
            firesOnce: true
        )
        let all = WireSubscription(subscriptionID: "all", subscriptionType: .database)
        let saves = [("all", all), ("once", once)].map { id, subscription in
            Result<ModifySubscriptionsCommand.Operation, WireError>
                .success(.save(StoredSubscription(id: id, subscription: subscription)))
        }
        _ = try await store.modifySubscriptions(
            ModifySubscriptionsCommand(database: zone.database, operations: saves, request: nil, now: 1) { _ in
                StoredAnswer(status: 200, body: [])
            }
        )
    }

    private static func operation(
        _ kind: RecordOperation.Kind,
        _ name: String,
        target: String?,
        _ number: Int,
        _ random: inout SeededGenerator
    ) -> RecordOperation {
        var fields: WireFields = ["title": .string("\(number)")]
        if let target { fields["to"] = WireField(.reference(WireReference(recordName: target, action: .deleteSelf))) }
        let tag = String(Int.random(in: 1...(number + 2), using: &random), radix: 36)
        let record = WireRecord(
            recordName: name,
            recordType: kind.isDelete ? nil : "Note",
            recordChangeTag: Bool.random(using: &random) ? tag : nil,
            fields: kind.isDelete ? [:] : fields
        )
        return RecordOperation(kind, record)
    }

    private static func command(
        _ kind: RecordOperation.Kind,
        _ name: String,
        target: String?,
        _ number: Int,
        _ random: inout SeededGenerator
    ) -> ModifyCommand {
        command([operation(kind, name, target: target, number, &random)], number, isAtomic: false, quota: .unlimited)
    }

    private static func command(
        _ operations: [RecordOperation],
        _ number: Int,
        isAtomic: Bool,
        quota: Quota
    ) -> ModifyCommand {
        ModifyCommand(
            zone: zone,
            operations: operations,
            isAtomic: isAtomic,
            author: Author(userRecordName: "_u", deviceID: "d\(number % 3)", mayChangeAll: true),
            now: Int64(10 + number),
            quota: quota,
            request: number % 2 == 0 ? nil : RequestKey(id: "request \(number)", digest: [UInt8(number)])
        ) { results, zone in
            StoredAnswer(status: 200, body: Array("\(results) \(zone.head)".utf8))
        }
    }

    /// Commands over few names, so that they meet.
    private static func commands(_ random: inout SeededGenerator) -> [ModifyCommand] {
        let kinds: [RecordOperation.Kind] = [
            .create, .update, .forceUpdate, .replace, .forceReplace, .delete, .forceDelete,
        ]
        return (1...ModifyLines.groupSize).map { number in
            let names = (0..<12).map { "R\($0)" }.shuffled(using: &random)
            let operations = names.prefix(Int.random(in: 1...4, using: &random)).map { name in
                let target = Bool.random(using: &random) ? names[11] : nil
                let kind = kinds.randomElement(using: &random) ?? .create
                return operation(kind, name, target: target, number, &random)
            }
            let isAtomic = Bool.random(using: &random)
            let quota = number % 5 == 0 ? Quota(records: 6) : .unlimited
            return command(operations, number, isAtomic: isAtomic, quota: quota)
        }
    }

    @Test("They do what they would do one after the other", arguments: 1...2)
    func together(_ round: Int) async throws {
        let seed = Effort.seed
        var random = SeededGenerator(seed: seed)
        let commands = Self.commands(&random)
        let alone = Mutex<(outcomes: [ModifyOutcome], records: [StoredRecord])>(([], []))
        try await StoreKind.embedded.with { store in
            let records = store.server.records
            try await Self.prepare(records)
            var outcomes: [ModifyOutcome] = []
            for command in [.creation(of: "held", in: Self.zone)] + commands {
                outcomes.append(try await records.modify(command))
            }
            let page = try await records.changes(of: Self.zone, since: .beginning, limit: 200)
            alone.withLock { $0 = (outcomes, page.records) }
            try await store.server.close()
        }
        try await Self.with { held in
            let before = held.gate.count
            let outcomes = try await held.modify(commands).map { try $0.get() }
            #expect(held.gate.count == before + 2, "seed \(seed)")
            let expected = alone.withLock(\.self)
            for (place, pair) in zip(outcomes, expected.outcomes).enumerated() {
                let texts = [pair.0, pair.1].map { String(decoding: $0.answer.body, as: UTF8.self) }
                #expect(texts[0] == texts[1], "seed \(seed) command \(place)")
                #expect(pair.0.hints == pair.1.hints, "seed \(seed) command \(place)")
            }
            let page = try await held.store.changes(of: Self.zone, since: .beginning, limit: 200)
            #expect(page.records == expected.records, "seed \(seed)")
            #expect(try await held.store.subscriptions(of: Self.zone.database).map(\.id) == ["all"])
        }
    }

    @Test("A second try of a request gets the answer of the first, which had the only effect")
    func retries() async throws {
        try await Self.with { held in
            let command = ModifyCommand.creation(of: "A", in: Self.zone, request: "one")
            let outcomes = try await held.modify([command, command, command]).map { try $0.get() }
            let answers = Set(outcomes.dropFirst().map(\.answer))
            #expect(answers.count == 1)
            #expect(outcomes.dropFirst().map(\.hints.isEmpty) == [false, true, true])
            let page = try await held.store.changes(of: Self.zone, since: .beginning, limit: 200)
            #expect(page.records.map(\.name) == ["R0", "held", "A"])
        }
    }

    @Test("What PostgreSQL refuses of one does no harm to the others")
    func refusal() async throws {
        try await Self.with { held in
            try await held.store.database.writer.run(.write) { db in
                try db.run(script: "ALTER TABLE record ADD CONSTRAINT good CHECK (record_name <> 'Bad')")
            }
            let names = ["A", "B", "Bad", "C"]
            let outcomes = try await held.modify(names.map { .creation(of: $0, in: Self.zone) }).dropFirst()
            for (name, outcome) in zip(names, outcomes) {
                switch outcome {
                case .success: #expect(name != "Bad")
                case .failure(let error): #expect(name == "Bad" && error is PostgreSQLError, "\(name): \(error)")
                }
            }
            let found = try await held.store.lookUp(names, in: Self.zone)
            #expect(found.map { $0?.name } == ["A", "B", nil, "C"])
        }
    }

    @Test("Those of another zone go by themselves, and a group has a bounded size")
    func bounds() async throws {
        try await Self.with { held in
            let other = ZoneKey(Self.zone.database, "Other")
            _ = try await held.store.modifyZones(
                ModifyZonesCommand(
                    database: other.database,
                    operations: [.success(.init(kind: .create, name: "Other"))],
                    request: nil,
                    deviceID: nil,
                    now: 1
                ) { _ in StoredAnswer(status: 200, body: []) }
            )
            let before = held.gate.count
            let commands = (0..<(2 * ModifyLines.groupSize + 2)).map { number in
                ModifyCommand.creation(of: "N\(number)", in: number % 2 == 0 ? Self.zone : other)
            }
            for outcome in try await held.modify(commands) { _ = try outcome.get() }
            // The one that was held, and of each zone a full group and the rest.
            #expect(held.gate.count == before + 5)
        }
    }
}
