/// A call of SQLite's to the operating system, as far as faults tell calls apart.
package enum Operation: String, Sendable, Codable, CaseIterable {
    case open, read, write, truncate, sync, delete, lock, sharedLock, sharedMemory
    /// A wait: the only operation that touches no file.
    case sleep
    /// Any of those that touch a file.
    case any
}

/// The file that a call touches.
package enum FileRole: String, Sendable, Codable, CaseIterable {
    case main, log, journal, other
}

/// What becomes of one call.
package enum Effect: Sendable, Codable, Equatable {
    /// The call fails, and nothing of it was done.
    case inputOutputError
    /// There is no room: a write fails.
    case full
    /// Half of the bytes are written, and the call fails.
    case shortWrite
    /// Half of the bytes are read; the rest is zero.
    case shortRead
    /// Somebody else holds the lock at this moment.
    case busy
    /// A sync says that it is done, and nothing was done.
    case lostSync
    /// The process ends here: the call is not made, and no other one of it.
    case kill
    /// The process ends in the middle of a write.
    case killInside
    /// The process ends right after the call.
    case killAfter
    /// The machine loses its power: all processes end, and what was not synced may be lost.
    case powerCut
    /// Others do these steps before the call is made.
    case interleave([Step])
}

/// The n-th call of a kind from the beginning of a step on, and what becomes of it.
package struct Fault: Sendable, Codable, Equatable {
    package var operation: Operation
    /// nil for every file.
    package var file: FileRole?
    /// From 1.
    package var number: Int
    package var effect: Effect

    package init(_ operation: Operation, file: FileRole? = nil, number: Int, effect: Effect) {
        (self.operation, self.file, self.number, self.effect) = (operation, file, number, effect)
    }

    func matches(_ operation: Operation, _ file: FileRole?) -> Bool {
        let isKind = self.operation == operation || self.operation == .any && operation != .sleep
        return isKind && (self.file == nil || self.file == file)
    }

    /// Whether the call that it meets ends a process.
    var endsProcess: Bool {
        switch effect {
        case .kill, .killInside, .killAfter, .powerCut: true
        default: false
        }
    }
}
