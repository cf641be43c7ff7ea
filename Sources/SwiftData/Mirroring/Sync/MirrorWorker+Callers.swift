#if CloudKitMirroring
import CloudKit
import Foundation

// What callers want.

extension MirrorWorker {
    /// Rounds of sending and fetching until nothing is left: conflicts settle in one or two.
    private static let mostRounds = 32

    /// How often one call begins anew with a store that is erased again and again.
    private static let mostBeginnings = 4

    func caughtUp() async throws {
        // Whoever asks wants what was refused to be tried again.
        setAside = []
        isOutOfRoom = false
        // Where the store was erased meanwhile, everything is to be fetched again.
        for _ in 0..<Self.mostBeginnings {
            let begun = try start()
            try await fetchAndSend()
            if engine === begun { break }
        }
        showStanding()
    }

    private func fetchAndSend() async throws {
        try await fetch()
        for _ in 0..<Self.mostRounds {
            try await send()
            guard try parts.read({ try $0.pendingCount() }) > 0 else { break }
            // What the service refused stays; nothing is gained by asking again at once.
            if let problem, try isOutOfRoom || !parts.read(hasUpload) { throw problem }
            try await fetch()
        }
        if let obstacle { throw obstacle }
    }

    func appDidReturn() {
        guard options.isAutomatic else { return }
        // A store that could not be read or written is tried again, too.
        if isBroken { begin() }
        engine?.appDidReturn()
    }

    func fetch() async throws {
        try await asking { try await $0.fetchChanges() }
    }

    func send() async throws {
        try await asking { engine in
            try await prepareSend(engine)
            do {
                try await engine.sendChanges()
            } catch CKError.partialFailure {
                // Each record's error has its own fate, and was heard as an event.
            }
            // The engine does not know that it was sent away with nothing.
            if let clockDoubt { throw clockDoubt }
        }
    }

    private func prepareSend(_ engine: CKSyncEngine) async throws {
        try await confirmClock()
        try scan()
        try wake(engine)
    }

    private func asking(_ body: (CKSyncEngine) async throws -> Void) async throws {
        do {
            // Where the store was erased meanwhile, a new engine does it from the beginning.
            for _ in 0..<Self.mostBeginnings {
                let engine = try start()
                // Whatever becomes of the requests: what was saved here counts as pending.
                try scan()
                try await body(engine)
                if self.engine === engine || isBroken { break }
            }
            if isBroken { throw problem ?? CloudMirrorProblem(.storeFailed, "The store could not be written.") }
            if let obstacle { throw obstacle }
        } catch let error as CKError {
            let problem = CloudMirrorProblem(error)
            note(problem)
            throw problem
        }
    }

    /// Sends everything again after the zone was removed.
    func uploadAgain() async throws {
        try takeOwnership()
        try work { work in
            try work.sendEverythingAgain()
            try work.books.set(.zoneGone, nil)
            try work.books.set(.zone, nil)
            try work.books.set(.engine, nil)
        }
        beginAnew()
        try await caughtUp()
    }

    /// Takes the account that is signed in now for the store's own.
    func adoptCurrentAccount() async throws {
        try takeOwnership()
        try removeAccount()
        beginAnew()
        try await caughtUp()
    }

    /// Forgets whose the rows were; they will count as new.
    func removeAccount() throws {
        try work { work in
            try work.books.clear()
            try work.beginMirroring()
        }
    }

    func beginAnew() {
        engine = nil
        pages = []
        obstacle = nil
        problem = nil
    }
}

extension CloudMirrorProblem {
    /// The problem behind an error of the service.
    init(_ error: CKError, record: String? = nil) {
        let kind: Kind =
            switch error.code {
            case .notAuthenticated: .signedOut
            case .quotaExceeded: .quotaExceeded
            case .userDeletedZone: .zoneDeleted
            case .networkUnavailable, .networkFailure, .serverResponseLost, .serviceUnavailable, .requestRateLimited,
                .zoneBusy, .accountTemporarilyUnavailable, .operationCancelled, .internalError:
                .serviceUnavailable
            case .badContainer, .missingEntitlement, .badDatabase, .managedAccountRestricted, .incompatibleVersion:
                .misconfigured
            default: record == nil ? .serviceUnavailable : .recordRefused
            }
        self.init(kind, error.localizedDescription, recordName: record)
    }
}

#endif
