import Testing

@testable import SwiftData

/// One to one: a target gets another partner from its own side, in a context that knows the present one's link by its key.
@Suite struct UnloadedPartnerTests {
    /// What becomes of the new link before it is saved.
    enum End: CaseIterable {
        case saved, cleared, clearedFromThePartner, partnerDeleted
    }

    /// The old partner has lost its target whatever comes of the new one.
    @Test(arguments: Reader.allCases, End.allCases)
    func theOldPartnerHasNoTargetAnyMore(reader: Reader, end: End) throws {
        // The column is on one of the two sides.
        try lookFromBothSides(reader, end, \.married, \.isMarriedTo)
        try lookFromBothSides(reader, end, \.isMarriedTo, \.married)
    }

    private typealias Side = ReferenceWritableKeyPath<Friend, Friend?>

    private func lookFromBothSides(_ reader: Reader, _ end: End, _ own: Side, _ back: Side) throws {
        let store = try TestStore(.file, [Friend.self])
        let first = store.makeContext()
        let (ada, bob, cleo) = (Friend("ada"), Friend("bob"), Friend("cleo"))
        for friend in [ada, bob, cleo] { first.insert(friend) }
        ada[keyPath: own] = bob
        try first.save()
        let context = store.makeContext()
        let target = try #require(context.model(for: bob.persistentModelID) as? Friend)
        let partner = try #require(context.model(for: cleo.persistentModelID) as? Friend)
        // Where nothing is unsaved, nobody looks for a link that hides another one.
        partner.name = "cleo "
        let known = reader == .nobody ? [] : try context.all(Friend.self)
        if reader == .bothSides { #expect(target[keyPath: back]?[keyPath: own] === target) }
        // Another process saves: the old partner's row is read again before the link is cut.
        let other = try store.makeFreshContext()
        try #require(try other.all(Friend.self).first { $0.name == "ada" }).name = "ada "
        try other.save()
        target[keyPath: back] = partner
        switch end {
        case .saved: break
        case .cleared: target[keyPath: back] = nil
        case .clearedFromThePartner: partner[keyPath: own] = nil
        case .partnerDeleted: context.delete(partner)
        }
        let wanted = end == .saved ? ["cleo  bob"] : []
        if end != .partnerDeleted { #expect(try Self.couples(context, own, back) == wanted) }
        try context.save()
        #expect(try Self.couples(context, own, back) == wanted)
        #expect(try Self.couples(store.makeFreshContext(), own, back) == wanted)
        #expect(target[keyPath: back]?.name == (end == .saved ? "cleo " : nil))
        withExtendedLifetime(known) {}
    }

    /// What the context has read of the old link.
    enum Reader: CaseIterable {
        case nobody, rows, bothSides
    }

    /// Who is married to whom, from both sides.
    private static func couples(_ context: ModelContext, _ own: Side, _ back: Side) throws -> [String] {
        let friends = try context.fetch(FetchDescriptor<Friend>())
        let there = friends.compactMap { friend in friend[keyPath: own].map { "\(friend.name) \($0.name)" } }.sorted()
        let back = friends.compactMap { friend in friend[keyPath: back].map { "\($0.name) \(friend.name)" } }.sorted()
        #expect(there == back)
        return there
    }
}
