/// Ways in which the store departs from what one would expect, which stories go around: each is counted, so that
/// nobody takes what is avoided for what is sound.
enum KnownDefect: String, CaseIterable {
    /// A save that deletes an owner leaves members behind where another process gave it members meanwhile, or another
    /// context deleted the owner, too: they lose their owner instead of going with it.
    case unseenMembers
    /// Two processes that add to one list give two members the same place.
    case samePlace
    /// The side of a relationship of one to one that has no column is not read again after another process saved.
    case staleOneToOne
    /// A list whose other side was not loaded shows a member after others deleted it.
    case goneMember
    /// What a context changed and another process deleted is still found by a fetch, and a link to it makes each save
    /// throw, until a property of it is read.
    case changesOfGoneRows
    /// A member is linked to the owner that it had before another process took it away: nothing is saved, unless a
    /// property of the member was read before.
    case staleMember

    /// A pair that is cut from one side and made again from the other, before a save, is lost by that save.
    case lostPair
    /// A list shows a member that was cut from the other side, where another context had linked it meanwhile.
    case cutMember
    /// Undoing that a member was put into a list, or given to another partner, leaves it without the one it had
    /// before.
    case undoneMove
    /// A save that throws leaves in a coded attribute what it had merged from others.
    case mergedByFailedSave

    func tolerate(_ machine: Machine) { machine.count("known defect \(rawValue)") }
}
