import AppCommons
import Foundation
import SwiftData

/// What was asked for about the account.
package enum AccountRequest: Sendable {
    case signIn(server: String, user: String, apiToken: String?, takesOver: Bool, password: String)
    case signOut
    case show(json: Bool)
}

extension CommandRunner {
    func account(_ request: AccountRequest) async throws -> ExitStatus {
        switch request {
        case .signIn(let server, let user, let apiToken, let takesOver, let password):
            guard !password.isEmpty else { throw CommandProblem.noPassword }
            try await signIn(
                AlarmAccount.Wish(
                    server: server,
                    user: user,
                    password: password,
                    apiToken: apiToken,
                    takesOver: takesOver
                )
            )
            return .done
        case .signOut: return try signOut()
        case .show(let json): return try showAccount(json: json)
        }
    }

    var account: AlarmAccount { AlarmAccount(folders: folders, surroundings: surroundings) }

    private func signIn(_ wish: AlarmAccount.Wish) async throws {
        let entry = try await account.signIn(wish)
        try say(phrases.text(.signedIn, entry.user, entry.server))
        if (try? daemon.ask(.account(takesOver: wish.takesOver))) != nil { return }
        try await syncOnce(takesOver: wish.takesOver)
        note(phrases.text(.syncNoDaemon))
    }

    /// Where no daemon runs, the alarms of the account come at least now.
    private func syncOnce(takesOver: Bool) async throws {
        let store = try AlarmStore.open(folders, through: account.container(), zone: deviceZone, log: log)
        takeOver(into: store)
        do {
            if takesOver { try await store.container.cloudMirror?.adoptCurrentAccount() }
            try await store.container.cloudMirror?.caughtUp()
        } catch let problem as CloudMirrorProblem {
            throw CommandProblem.serviceFailed(problem.reason)
        }
    }

    private func signOut() throws -> ExitStatus {
        guard let entry = try account.signOut() else {
            note(phrases.text(.noAccount))
            return .notFound
        }
        _ = try? daemon.ask(.account(takesOver: false))
        try say(phrases.text(.signedOut, entry.user))
        return .done
    }

    private func showAccount(json: Bool) throws -> ExitStatus {
        guard let entry = try account.entry(), entry.isSignedIn else {
            note(phrases.text(.noAccount))
            return .notFound
        }
        let standing = try? daemon.ask(.status).sync
        if json {
            var object = JSONText()
            object.add("user", entry.user)
            object.add("server", entry.server)
            object.add("environment", entry.environment)
            object.add("state", standing?.state.rawValue)
            object.add("pending", standing?.pending)
            object.add("problem", standing?.problem)
            object.add("lastSuccess", standing?.lastSuccess.map(ISODate.text))
            try output.write(object.text + "\n")
        } else {
            try say(phrases.text(.signedIn, entry.user, entry.server))
            try say(standing.map(words) ?? phrases.text(.syncNoDaemon))
        }
        return .done
    }

    private func words(_ standing: SyncStanding) -> String {
        let problem = standing.problem ?? ""
        return switch standing.state {
        case .upToDate: phrases.text(.syncUpToDate)
        case .syncing: phrases.text(.syncBusy, String(standing.pending))
        case .waiting: phrases.text(.syncWaiting, problem, String(standing.pending))
        case .signedOut: phrases.text(.noAccount)
        case .needsAttention: phrases.text(.syncAttention, problem)
        }
    }
}
