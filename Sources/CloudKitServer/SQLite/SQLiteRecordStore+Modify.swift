import CloudKitWebServices
import Foundation
import GRDB

extension SQLiteRecordStore {
    /// Applies operations to the records of one zone.
    public func modify(_ command: ModifyCommand) async throws -> ModifyOutcome {
        let changes = { @Sendable outcome in [CommittedChange(request: command.request, outcome: outcome)] }
        return try await file.write(changes: changes) { db in
            if let answer = try KeptAnswers.find(command.request, command.zone.database.account, db) {
                return ModifyOutcome(answer: answer, hints: [])
            }
            var database = try DatabaseRow.make(command.zone.database, now: command.now, in: db)
            let zone = try Self.zone(for: command, &database, db)
            let outcome = try self.apply(command, to: zone, &database, db)
            try KeptAnswers.insert(outcome.answer, command.request, command.zone.database.account, command.now, db)
            return outcome
        }
    }

    /// The zone; the default zone is made when it is first written to.
    private static func zone(
        for command: ModifyCommand,
        _ database: inout DatabaseRow,
        _ db: Database
    ) throws -> ZoneState {
        let name = command.zone.name
        if let zone = try ZoneState.find(name, in: database, db), !zone.isDeleted { return zone }
        guard command.zone.isDefault else { throw command.zone.missing }
        return try ZoneState.make(name, in: &database, now: command.now, db)
    }

    private func apply(
        _ command: ModifyCommand,
        to zone: ZoneState,
        _ database: inout DatabaseRow,
        _ db: Database
    ) throws -> ModifyOutcome {
        let schema = SchemaRows(database: command.zone.database)
        let rows = ZoneRows(db: db, account: database.account, zone: zone.number, schema: schema)
        let usage = command.quota == .unlimited ? Usage() : try database.accountUsage(in: db)
        let plan = try ModifyPlan(command, zone: zone, usage: usage, contents: rows)
        let changes = plan.changes
        for field in plan.newFields { try schema.write(field, db) }
        if !plan.newFields.isEmpty { rows.clearFields() }
        try followIndexes(changes, rows, scope: command.zone.database.scope)
        for change in changes { try rows.write(change, in: zone.name) }
        var state = zone
        state.head = plan.head
        if !changes.isEmpty {
            let place = try database.advance(plan.growth, in: db)
            try zone.advance(to: plan.head, growth: plan.growth, place: place, account: database.account, db)
        }
        beforeCommit?()
        let hints = try SubscriptionRows(database).hints(for: changes, command, state, db)
        return ModifyOutcome(answer: command.answer(plan.results, state), hints: hints)
    }
}

extension SQLiteRecordStore {
    /// Keeps the indexes of the record types up to date; they are made whole while the records are as they were.
    private func followIndexes(_ changes: [RecordChange], _ zone: ZoneRows, scope: DatabaseScope) throws {
        for (type, changes) in Dictionary(grouping: changes, by: \.new.type) {
            let rows = IndexRows(db: zone.db, account: zone.account, zone: zone.zone, recordType: type)
            let wanted = TypeIndex(try zone.fields(of: type) ?? [:], scope: scope)
            guard let names = try rows.make(wanted, few: few, isAsked: false) else { continue }
            for change in changes { try rows.follow(change, wanted, under: names) }
        }
    }
}
