import CloudKitWebServices

extension CloudKitService {
    /// `users/caller`.
    func callingUser(_ call: Call) throws -> StoredAnswer {
        CallerResponse(user: WireUserIdentity(userRecordName: try name(of: call))).answer()
    }

    /// `users/current`, the old form.
    func currentUser(_ call: Call) throws -> StoredAnswer {
        CurrentUserResponse(userRecordName: try name(of: call)).answer()
    }

    private func name(of call: Call) throws -> String {
        guard let name = call.userRecordName else {
            throw ServiceFault(.authenticationRequired, ErrorReason.needsAuthorization)
        }
        return name
    }
}
