import AppCommons
import Foundation
import SwiftData

/// Does what was asked for on the command line: words in, words and an exit status out.
package final class CommandRunner {
    let output: any CommandOutput
    let surroundings: Surroundings
    /// The folders of this device.
    let deviceFolders: DataFolders
    /// The folders of whoever's ideas are shown.
    var folders: DataFolders { deviceFolders.ofCurrentAccount() }
    let messages: Messages
    let style: TextStyle
    /// Whether a damaged store was moved aside during this run.
    private(set) var wasReplaced = false
    /// The ideas that were opened last.
    private var ideas: IdeaRepository?
    /// The file of the store that was opened last.
    private var openedFile: FileIdentity?
    /// Damaged stores that this run has told of.
    private var namedStores: Set<URL> = []

    /// `store` is the data folder, when one was named.
    package init(output: any CommandOutput, surroundings: Surroundings, store: String?) {
        self.output = output
        self.surroundings = surroundings
        let variables = surroundings.variables
        deviceFolders = DataFolders(
            store: store,
            variables: variables,
            homeFolder: surroundings.homeFolder,
            workingFolder: surroundings.workingFolder
        )
        messages = Messages(language: Language(variables: variables))
        let wantsNoColor = !(variables["NO_COLOR"] ?? "").isEmpty || variables["TERM"] == "dumb"
        style = TextStyle(isOn: output.isTerminal && !wantsNoColor)
    }

    /// Runs to the end.
    ///
    /// Everything that goes wrong is said on standard error.
    package func run(_ request: CommandRequest) -> ExitStatus {
        do {
            let status = try perform(request)
            try output.flush()
            // What was looked for may be in the store that has just been moved aside.
            let isAboutIdeas = status == .done || status == .notFound
            return isAboutIdeas && wasReplaced && request.isReading ? .damaged : status
        } catch {
            // What was found before the failure is still worth having.
            try? output.flush()
            return report(error)
        }
    }

    /// Runs what talks to a service to the end.
    ///
    /// `waiting` is how it waits.
    package func run(_ request: SyncRequest, _ waiting: SyncSurroundings = .live) async -> ExitStatus {
        await ended { try await self.sync(request, waiting) }
    }

    /// Runs what is asked of the account to the end.
    package func run(_ request: AccountRequest) async -> ExitStatus {
        await ended {
            switch request {
            case .signIn(let server, let user, let apiToken, let password):
                try await self.signIn(server: server, user: user, apiToken: apiToken, password: password)
            case .signOut: try self.signOut()
            case .show(let json): try self.showAccount(json: json)
            }
        }
    }

    func ended(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> ExitStatus
    ) async -> ExitStatus {
        do {
            let status = try await body()
            try output.flush()
            return status
        } catch {
            try? output.flush()
            return report(error)
        }
    }

    private func perform(_ request: CommandRequest) throws -> ExitStatus {
        switch request {
        case .guide: return try guide()
        case .add(let title, let details, let json): return try add(title, details ?? "", json: json)
        case .addInput(let details, let json, let isTerminal):
            return try addInput(details: details, json: json, isTerminal: isTerminal)
        case .list(let list, let page, let json): return try self.list(list, page.checked(), json: json)
        case .show(let id, let json): return try show(id, json: json)
        case .edit(let id, let title, let details): return try edit(id, title: title, details: details)
        case .complete(let ids): return try change(ids, .completed) { try $0.setCompleted(true, of: $1) }
        case .reopen(let ids): return try change(ids, .reopened) { try $0.setCompleted(false, of: $1) }
        case .delete(let ids): return try change(ids, .trashed) { try $0.delete($1) }
        case .restore(let ids): return try change(ids, .restored) { try $0.restore($1) }
        case .emptyTrash(let isConfirmed): return try emptyTrash(isConfirmed: isConfirmed)
        case .bringBack(let id, let entry): return try bringBack(id, entry: entry)
        case .search(let words, let hidesCompleted, let page, let json):
            return try search(words, hidesCompleted: hidesCompleted, page.checked(), json: json)
        case .importFile(let path, let format, let isDryRun):
            return try importFile(path, format: format, isDryRun: isDryRun)
        case .exportFile(let path, let format, let overwrites):
            return try exportFile(path, format: format, overwrites: overwrites)
        case .history(let request, let page, let json): return try history(request, page.checked(), json: json)
        case .status(let json): return try status(json: json)
        case .bundle(let path, let overwrites): return try writeBundle(path, overwrites: overwrites)
        case .recover(let path, let isVerbose): return try recover(path, isVerbose: isVerbose)
        }
    }

    // MARK: - The store

    /// The ideas, to look at.
    func reading() throws -> IdeaRepository {
        opened(try IdeaStore.openForReading(folders, in: surroundings))
    }

    /// The ideas, to change.
    ///
    /// Also does what is due once a day.
    func writing() throws -> IdeaRepository {
        guard !IdeaStore.isReadOnly(folders) else { throw StoreError.readOnly(folders.storeFile) }
        let repository = opened(try IdeaStore.open(folders, in: surroundings))
        try DailyTidying(folder: folders.data).run(repository)
        return repository
    }

    func opened(_ store: IdeaStore) -> IdeaRepository {
        ideas = store.repository
        wasReplaced = store.wasReplaced
        openedFile = store.file
        for notice in store.notices { tell(notice) }
        return store.repository
    }

    /// The beginning of an idea's id that no other idea has; the whole id where the store cannot say.
    func shortText(of id: UUID) -> String {
        do {
            return try ideas?.shortTexts(of: [id])[id] ?? id.shortText
        } catch {
            return id.text
        }
    }

    func tell(_ notice: StoreNotice) {
        if case .movedAside(let file) = notice { namedStores.insert(file) }
        output.note(messages.text(for: notice).safeForTerminal)
    }

    /// The damaged stores that wait to be recovered.
    var damagedStores: [URL] { StoreRescue.waiting(beside: folders.storeFile) }

    /// Names the damaged stores again, as long as nobody has tried to recover what they hold: the command that moved
    /// one aside may have run where nobody looked.
    func tellOfDamagedStores() {
        for file in damagedStores where !namedStores.contains(file) {
            output.note(messages.text(.damagedStoreWaits, file.path.quotedForShell).safeForTerminal)
        }
    }

    // MARK: - Errors

    private func report(_ error: any Error) -> ExitStatus {
        if let error = error as? StoreError, error.saysDamaged { return moveAside(after: error) }
        output.note(messages.text(.error, text(for: error)).safeForTerminal)
        let status = messages.exitStatus(for: error)
        return status == .notFound && wasReplaced ? cannotGoOn() : status
    }

    /// What was asked for was in the store that has just been moved aside.
    func cannotGoOn() -> ExitStatus {
        output.note(messages.text(.error, messages.text(.cannotGoOn)))
        return .damaged
    }

    /// On a full disk even opening the store may fail, and SQLite then calls it a failure to read or write.
    private func text(for error: any Error) -> String {
        guard case .inputOutput? = error as? StoreError, POSIXFiles.isFull(folders.data.path) else {
            return messages.text(for: error, naming: shortText)
        }
        return messages.text(for: StoreError.diskFull)
    }

    /// The damage showed only while the command was at work: the next one starts with a new store.
    private func moveAside(after error: StoreError) -> ExitStatus {
        output.note(messages.text(.error, messages.text(.damagedNow, String(describing: error))).safeForTerminal)
        // Where the store cannot be moved, the next command meets the same damage and says so.
        if let seen = openedFile, let moved = try? IdeaStore.moveAside(folders, seen: seen, in: surroundings) {
            output.note(messages.text(.movedAsideLater, moved.path, moved.path.quotedForShell).safeForTerminal)
        }
        return .damaged
    }
}
