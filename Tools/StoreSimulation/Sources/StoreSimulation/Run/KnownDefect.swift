/// Ways in which the store departs from what one would expect, which stories go around: each is counted, so that
/// nobody takes what is avoided for what is sound.
enum KnownDefect: String, CaseIterable {
    /// A save that throws leaves in a coded attribute what it had merged from others.
    case mergedByFailedSave

    /// What another context saved of one to one is shown beside an unsaved link of this one to the same partner, until
    /// the save; who undoes a change of the former takes the partner from the latter.
    case hiddenPartner

    func tolerate(_ machine: Machine) { machine.count("known defect \(rawValue)") }
}
