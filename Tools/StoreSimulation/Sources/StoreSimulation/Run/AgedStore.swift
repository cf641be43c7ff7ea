import SwiftData

/// A store whose history is about to be pruned: the next few saves look it over.
enum AgedStore {
    /// Transactions after which a save looks for history to delete, as the documentation has it.
    private static let interval = 1_024

    static func prepare(_ machine: Machine) throws {
        let participant = machine.participants[0]
        let container = try machine.container(of: participant)
        // As many transactions as lead up to the next look, by a program of another name: made in the file itself,
        // since a thousand saves would take a second.
        _ = try participant.perform(in: container) { context in
            context.insert(Label(number: -1))
            try context.save()
        }
        machine.oracle.change(0, .addLabel(-1))
        machine.commit(0)
        machine.ledger.restart()
        machine.killAll()
        try machine.raiseHistory(to: interval - 6)
    }
}
