// Whose database it is.

extension SyncMachine {
    /// The number of the sign-in in whose name requests go out; nil if they cannot.
    var signIn: Int? {
        if case .user(_, let signIn) = standing { signIn } else { nil }
    }

    mutating func heard(_ new: Standing) {
        let old = standing
        guard new != old else { return }
        // Within the same sign-in only the name came to be known.
        if case .somebody(let one) = old, case .user(let name, let other) = new, one == other {
            if let asked = asking { act(.abandon(asked)) }
            asking = nil
            standing = new
            return become(name, other)
        }
        standing = new
        switch new {
        case .nobody:
            endAll(CKError(.notAuthenticated, reason: "the user signed out"))
            act(.stopListening)
            resetUser()
        case .refused:
            endAll(CKError(.notAuthenticated, reason: "the service has ended the sign-in"))
            act(.stopListening)
            act(.notice(.signInEnded))
        case .somebody:
            endAll(CKError(.operationCancelled, reason: "somebody else may have signed in"))
            act(.stopListening)
        case .user(let name, let signIn):
            endAll(CKError(.operationCancelled, reason: "somebody signed in anew"))
            become(name, signIn)
        }
    }

    private mutating func resetUser() {
        guard let user = ledger.user else { return }
        ledger.resetServiceState()
        ledger.removePending()
        tell(.accountChange(.init(changeType: .signOut(previousUser: CKRecord.ID(recordName: user)))))
        touch()
    }

    private mutating func become(_ name: String, _ signIn: Int) {
        let user = CKRecord.ID(recordName: name)
        if let previous = ledger.user, previous != name {
            let old = CKRecord.ID(recordName: previous)
            ledger.resetServiceState()
            ledger.removePending()
            tell(.accountChange(.init(changeType: .switchAccounts(previousUser: old, currentUser: user))))
        } else if ledger.user == nil {
            tell(.accountChange(.init(changeType: .signIn(currentUser: user))))
        }
        if ledger.user != name {
            ledger.user = name
            touch()
        }
        (needsFetch, needsSend) = (true, ledger.hasPending)
        (failedFetches, failedSends) = (0, 0)
        cannotSubscribe = false
        if isAutomatic { act(.listen(signIn: signIn)) }
    }

    mutating func userAnswered(_ answer: Answer, signIn: Int) {
        switch answer {
        case .user(let name): heard(.user(name, signIn: signIn))
        case .failed(let error):
            for waiting in waitingFetches { resume(waiting.waiters, error) }
            for waiting in waitingSends { resume(waiting.waiters, error) }
            (waitingFetches, waitingSends) = ([], [])
            failedFetches += 1
            beginPause(after: error, failures: failedFetches)
        default: return
        }
    }
}
