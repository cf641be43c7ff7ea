/// Something that goes wrong in a run.
package enum Fault: String, CaseIterable, Sendable {
    /// A request does not arrive.
    case dropRequest
    /// The service did it, and its answer does not arrive.
    case dropAnswer
    /// A request arrives twice, the second time perhaps much later.
    case duplicate
    /// Messages take long, and overtake each other.
    case delay
    /// A device's process ends: after some durable step, or anywhere between.
    case clientCrash
    /// The service ends and begins again; what it had not committed is gone.
    case serverCrash
    /// Clocks are wrong from the start, up to a year.
    case skew
    /// Clocks are set while the process runs.
    case clockJump
    /// Another account signs in, with requests on their way.
    case accountSwitch
    /// The account is signed out and in again, with requests on their way.
    case signOut
    /// All machines are off for weeks: what was deleted, and what was kept of it, becomes old.
    case longAbsence
    /// The account has no room.
    case quota
    /// The service wants pauses.
    case throttle
    /// Deletions leave the feed, and tokens from before expire.
    case expiry
    /// Some records of a batch are refused, for no fault of theirs.
    case partialFailure
    /// The service is put back to an older copy of its data.
    case restore
    /// A newer version of the app writes fields that this one does not know.
    case newerVersion
    /// Pages of the feed are short.
    case shortPages
    /// Requests are inside the service at the same time, and each of their transactions begins at a moment of its own.
    case interleaving
}

/// What can go wrong in one run: a random part of all.
package struct FaultPlan: Sendable {
    /// The faults that are switched on.
    package let faults: Set<Fault>

    /// A random part of the faults of a list.
    init(_ random: inout SeededGenerator, of all: [Fault] = Fault.allCases) {
        var chosen: Set<Fault> = []
        for fault in all where random.fraction() < Self.share { chosen.insert(fault) }
        faults = chosen
    }

    /// These faults.
    package init(_ faults: Set<Fault>) {
        self.faults = faults
    }

    /// The part of all faults that an average run has.
    private static let share = 0.4

    func has(_ fault: Fault) -> Bool { faults.contains(fault) }

    /// Whether a process may end, and leave to the next one what is in files.
    var endsProcesses: Bool { has(.clientCrash) || has(.signOut) || has(.longAbsence) }

    var words: String { faults.isEmpty ? "none" : faults.map(\.rawValue).sorted().joined(separator: " ") }
}
