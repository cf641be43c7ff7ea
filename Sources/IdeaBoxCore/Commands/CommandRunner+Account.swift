import AppCommons
import Foundation

extension CommandRunner {
    var account: AccountSession {
        AccountSession(folders: deviceFolders, surroundings: surroundings)
    }

    func signIn(server: String, user: String, apiToken: String?, password: String) async throws -> ExitStatus {
        guard !password.isEmpty else { throw IdeaBoxError.noPassword }
        guard !IdeaStore.isReadOnly(deviceFolders) else { throw IdeaBoxError.folderReadOnly(deviceFolders.root.path) }
        let (before, previous) = (folders, try account.current())
        let outcome = try await account.signIn(server: server, user: user, password: password, apiToken: apiToken)
        if previous != nil, before != folders { try note(.signOut, before) }
        try output.write(messages.text(.signedIn, outcome.entry.user, outcome.entry.server).safeForTerminal + "\n")
        try note(.signIn, folders)
        guard outcome.takesOver else { return .done }
        let count = try reading().counts().all
        if count > 0 { try output.write(messages.text(.adopted, count: count) + "\n") }
        return .done
    }

    func signOut() throws -> ExitStatus {
        guard let entry = try account.signOut() else {
            output.note(messages.text(.noAccount))
            return .notFound
        }
        try output.write(messages.text(.signedOut, entry.user).safeForTerminal + "\n")
        try note(.signOut, folders)
        return .done
    }

    /// Writes into the history of a store, if there is one, what became of its account; a process that syncs the store
    /// hears of it by that.
    private func note(_ event: LogEvent, _ folders: DataFolders) throws {
        guard POSIXFiles.kind(folders.storeFile.path) != .nothing, !IdeaStore.isReadOnly(folders) else { return }
        try opened(try IdeaStore.open(folders, in: surroundings)).noteAccount(event)
    }

    func showAccount(json: Bool) throws -> ExitStatus {
        guard let entry = try account.current() else {
            output.note(messages.text(.noAccount))
            return .notFound
        }
        if json {
            var object = JSONText()
            object.add("user", entry.user)
            object.add("server", entry.server)
            object.add("environment", entry.environment)
            object.add("dataFolder", folders.data.path(percentEncoded: false))
            try output.write(object.text + "\n")
        } else {
            try output.write(messages.text(.signedIn, entry.user, entry.server).safeForTerminal + "\n")
        }
        return .done
    }
}
