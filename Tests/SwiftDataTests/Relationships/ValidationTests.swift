import SwiftData
import Testing

/// What a save refuses, and by which name.
@Suite struct ValidationTests {
    private static let types: [any PersistentModel.Type] = [Team.self, Player.self, Invoice.self, InvoiceLine.self]

    private func failure(_ context: ModelContext) -> String {
        let error = #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        return error?.description ?? ""
    }

    @Test(arguments: StoreKind.allCases)
    func countsAreChecked(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let team = Team("reds")
        context.insert(team)
        let tooFew = failure(context)
        #expect(tooFew.contains("Team.players") && tooFew.contains(team.persistentModelID.description))
        team.players = [Player("a"), Player("b"), Player("c")]
        try context.save()
        team.players.append(Player("d"))
        #expect(failure(context).contains("at most 3"))
        team.players.removeLast()
        try context.save()
        context.delete(team.players[0])
        context.delete(team.players[1])
        context.delete(team.players[2])
        #expect(failure(context).contains("at least 1"))
        context.rollback()
        #expect(team.players.count == 3)
    }

    @Test func countsAreCheckedForLinksFromTheOtherSide() throws {
        let context = try TestStore(.memory, Self.types).makeContext()
        let team = Team("reds", players: [Player("a"), Player("b"), Player("c")])
        context.insert(team)
        try context.save()
        let extra = Player("d")
        extra.team = team
        #expect(failure(context).contains("Team.players"))
        extra.team = nil
        for player in team.players { player.team = nil }
        #expect(failure(context).contains("at least 1"))
    }

    @Test(arguments: StoreKind.allCases)
    func aRequiredTargetMustBeThere(kind: StoreKind) throws {
        let store = try TestStore(kind, Self.types)
        let context = store.makeContext()
        let invoice = Invoice(1)
        let line = InvoiceLine("paper", of: invoice)
        context.insert(line)
        try context.save()
        #expect(invoice.lines.first === line && line.invoice === invoice)
        invoice.lines.removeAll()
        let text = failure(context)
        #expect(text.contains("InvoiceLine.invoice") && text.contains(line.persistentModelID.description))
        context.rollback()
        #expect(line.invoice === invoice && invoice.lines.count == 1)
        context.delete(invoice)
        try context.save()
        #expect(try store.makeFreshContext().fetchCount(FetchDescriptor<InvoiceLine>()) == 0)
        #expect(line.text == "paper" && line.invoice === invoice, "a deleted line still knows its invoice")
    }

    @Test func aRequiredTargetMayMove() throws {
        let store = try TestStore(.memory, Self.types)
        let context = store.makeContext()
        let first = Invoice(1)
        let second = Invoice(2)
        let line = InvoiceLine("paper", of: first)
        context.insert(line)
        context.insert(second)
        try context.save()
        line.invoice = second
        #expect(first.lines.isEmpty && second.lines.count == 1)
        try context.save()
        second.lines.removeAll()
        first.lines.append(line)
        try context.save()
        #expect(try store.makeContext().all(InvoiceLine.self).map(\.invoice.number) == [1])
    }
}
