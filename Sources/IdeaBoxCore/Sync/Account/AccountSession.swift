import AppCommons
import CloudKit
import Foundation

/// Signing in and out, and the container of whoever is signed in.
struct AccountSession: Sendable {
    /// The app's container.
    static let container = "iCloud.com.buildwithharry.IdeaBox"

    /// The folders of the device itself.
    let folders: DataFolders
    let surroundings: Surroundings

    /// What a sign-in came to.
    struct Outcome: Equatable, Sendable {
        let entry: AccountBook.Entry
        /// Whether the account took over the ideas that were made before any sign-in.
        let takesOver: Bool
    }

    /// Signs in, and makes the account the one whose ideas are shown.
    ///
    /// Throws ``IdeaBoxError``, ``SyncProblem``, and what files throw.
    func signIn(server: String, user: String, password: String, apiToken: String?) async throws -> Outcome {
        let found = CloudKitConfiguration.found(for: Self.container)
        guard let token = apiToken ?? found.apiToken, !token.isEmpty else { throw IdeaBoxError.noAPIToken }
        guard server.hasPrefix("http://") || server.hasPrefix("https://") else { throw IdeaBoxError.badServer(server) }
        // A port that is none, or no host at all.
        guard CloudKitConfiguration(endpoint: server).problem == nil else { throw IdeaBoxError.badServer(server) }
        try POSIXFiles.makeFolder(folders.root, mode: 0o700)
        let draft = folders.root.appending(path: ".sign-in-\(surroundings.makeID().text)", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: draft) }
        let container = CKContainer(
            identifier: Self.container,
            configuration: CloudKitConfiguration(
                endpoint: server,
                environment: found.environment,
                apiToken: token,
                folder: draft
            )
        )
        do {
            try await container.signIn(name: user, password: password)
        } catch CKError.notAuthenticated {
            throw IdeaBoxError.signInRefused(user)
        } catch {
            throw SyncProblem(error)
        }
        let record = try await container.userRecordID().recordName
        var entry = AccountBook.Entry(
            server: container.endpoint ?? server,
            user: user,
            userRecordName: record,
            apiToken: token,
            environment: found.environment.rawValue,
            folder: nil,
            isSignedIn: true
        )
        let takesOver = try enter(&entry, from: draft)
        return Outcome(entry: entry, takesOver: takesOver)
    }

    /// Writes the account into the book; answers whether it is the first one.
    private func enter(_ entry: inout AccountBook.Entry, from draft: URL) throws -> Bool {
        var book = try AccountBook.read(folders)
        let (server, record) = (entry.server, entry.userRecordName)
        let known = book.accounts.firstIndex { $0.server == server && $0.userRecordName == record }
        let isFirst = book.accounts.isEmpty
        if let known {
            entry.folder = book.accounts[known].folder
        } else if !isFirst {
            entry.folder = "accounts/" + UUID(ideaTitle: server, details: record).text
        }
        let place = folders.inside(entry.folder)
        try POSIXFiles.makeFolder(place.data, mode: 0o700)
        try? FileManager.default.removeItem(at: place.signInFolder)
        try POSIXFiles.rename(draft, to: place.signInFolder)
        if let known {
            book.accounts[known] = entry
            book.current = known
        } else {
            book.accounts = book.accounts.suffix(AccountBook.limit - 1) + [entry]
            book.current = book.accounts.count - 1
        }
        try book.write(folders, name: surroundings.makeID())
        return isFirst
    }

    /// Signs out; the ideas stay, and wait.
    ///
    /// Answers who it was, or nil when nobody was signed in.
    func signOut() throws -> AccountBook.Entry? {
        var book = try AccountBook.read(folders)
        guard let place = book.current, let entry = book.entry, entry.isSignedIn else { return nil }
        book.accounts[place].isSignedIn = false
        try book.write(folders, name: surroundings.makeID())
        container(of: entry, transport: HTTPTransport.shared).signOut()
        return entry
    }

    /// Who is signed in, or nil.
    func current() throws -> AccountBook.Entry? {
        try AccountBook.read(folders).entry.flatMap { $0.isSignedIn ? $0 : nil }
    }

    /// What has become of an account that was signed in.
    func standing(of entry: AccountBook.Entry) -> SyncProblem.Kind? {
        guard let now = try? current() else { return .signedOut }
        return now.userRecordName == entry.userRecordName && now.server == entry.server ? nil : .accountChanged
    }

    /// The account's container.
    func container(of entry: AccountBook.Entry, transport: any CloudKitTransport) -> CKContainer {
        CKContainer(
            identifier: Self.container,
            configuration: CloudKitConfiguration(
                endpoint: entry.server,
                environment: CloudKitConfiguration.Environment(rawValue: entry.environment) ?? .development,
                apiToken: entry.apiToken,
                folder: folders.inside(entry.folder).signInFolder,
                transport: transport
            )
        )
    }
}

extension DataFolders {
    /// Where the account's sign-in is kept.
    var signInFolder: URL { data.appending(path: "cloudkit", directoryHint: .isDirectory) }
}
