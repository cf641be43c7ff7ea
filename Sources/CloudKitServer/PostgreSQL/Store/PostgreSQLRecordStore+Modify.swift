import CloudKitWebServices

extension PostgreSQLRecordStore {
    /// How often new fields of one request may turn up; each time some of them were fixed before.
    private static let growths = 8

    /// Applies operations to the records of one zone.
    ///
    /// The schema belongs to another account than the records, so new fields are committed first, by themselves. Should
    /// the records then not be saved, the fields are there without a value, which harms nobody.
    public func modify(_ command: ModifyCommand) async throws -> ModifyOutcome {
        for _ in 0..<Self.growths {
            do {
                return try await lines.modify(command)
            } catch let growth as SchemaGrowth {
                try await database.writer.run(.write) { db in
                    PostgreSQLSchema.grow(growth.fields, in: command.zone.database.schema, db)
                    try db.flush()
                }
            }
        }
        throw ServiceFault(WireError(.tryAgainLater, reason: "the schema changes all the time", retryAfter: 1))
    }

    /// What transactions for requests do.
    static func modifying(few: Int, beforeCommit: (@Sendable () -> Void)?) -> ModifyLines.Work {
        { commands, db in
            guard var group = try ModifyGroup(commands, few: few, db) else { return [] }
            var outcomes: [Result<ModifyOutcome, any Error>] = []
            for command in commands {
                do {
                    outcomes.append(.success(try group.apply(command)))
                } catch let error as PostgreSQLError {
                    throw error
                } catch {
                    outcomes.append(.failure(error))
                }
            }
            try group.write()
            if let beforeCommit, group.isChanged {
                try db.flush()
                beforeCommit()
            }
            return outcomes
        }
    }
}

/// Fields must have their types before records can be saved that have such fields.
struct SchemaGrowth: Error {
    let fields: [SchemaCheck.NewField]
}
