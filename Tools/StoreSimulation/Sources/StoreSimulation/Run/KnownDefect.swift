/// Ways in which the store departs from what one would expect, which stories go around: each is counted, so that
/// nobody takes what is avoided for what is sound.
enum KnownDefect: String, CaseIterable {
    /// A save that throws leaves in a coded attribute what it had merged from others.
    case mergedByFailedSave

    func tolerate(_ machine: Machine) { machine.count("known defect \(rawValue)") }
}
