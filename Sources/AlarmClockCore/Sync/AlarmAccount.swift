import AppCommons
import CloudKit
import Foundation

/// Who is signed in on this device, and at which service.
///
/// It is the only part of sync that the app itself does: the framework carries the alarms. On Apple's systems the
/// account is the device's own.
struct AlarmAccount: Sendable {
    /// What is kept of a sign-in, in a file that only its owner may read.
    struct Entry: Codable, Equatable, Sendable {
        /// The address of the service.
        var server: String
        /// The name with which the person signed in.
        var user: String
        /// The service's own name of the user.
        var userRecordName: String
        /// The token of the app.
        var apiToken: String
        /// The data that requests are about.
        var environment: String
        /// False after a sign-out: the alarms still belong to the account.
        var isSignedIn: Bool
    }

    /// What a person says to sign in.
    struct Wish: Sendable {
        var server: String
        var user: String
        var password: String
        var apiToken: String?
        /// Whether alarms that belong to another account shall go to this one.
        var takesOver: Bool
    }

    let folders: AlarmFolders
    let surroundings: Surroundings

    // MARK: - The file

    /// The account of the alarms here, signed in or not; nil where there never was one.
    ///
    /// - Throws: What reading a damaged file throws.
    func entry() throws -> Entry? {
        guard POSIXFiles.kind(folders.accountFile.path) != .nothing else { return nil }
        return try JSONDecoder().decode(Entry.self, from: POSIXFiles.contents(of: folders.accountFile.path))
    }

    /// Replaces the file as a whole.
    private func write(_ entry: Entry) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try POSIXFiles.makeFolder(folders.state, mode: 0o700)
        let draft = folders.state.appending(path: ".account-\(surroundings.makeID().uuidString).json")
        try POSIXFiles.writeNew(try encoder.encode(entry), to: draft.path, mode: 0o600)
        try POSIXFiles.rename(draft, to: folders.accountFile)
    }

    // MARK: - In and out

    /// Signs in.
    ///
    /// - Throws: ``CommandProblem``, and what files throw; then everything is as it was.
    func signIn(_ wish: Wish) async throws -> Entry {
        let found = CloudKitConfiguration.found(for: AlarmStore.cloudContainer)
        guard let token = wish.apiToken ?? found.apiToken, !token.isEmpty else { throw CommandProblem.noAPIToken }
        guard wish.server.hasPrefix("http://") || wish.server.hasPrefix("https://") else {
            throw CommandProblem.badServer(wish.server)
        }
        try POSIXFiles.makeFolder(folders.state, mode: 0o700)
        let name = ".sign-in-\(surroundings.makeID().uuidString)"
        let draft = folders.state.appending(path: name, directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: draft) }
        let container = CKContainer(
            identifier: AlarmStore.cloudContainer,
            configuration: CloudKitConfiguration(
                endpoint: wish.server,
                environment: found.environment,
                apiToken: token,
                folder: draft
            )
        )
        let entry = Entry(
            server: container.endpoint ?? wish.server,
            user: wish.user,
            userRecordName: try await Self.user(signingInTo: container, wish),
            apiToken: token,
            environment: found.environment.rawValue,
            isSignedIn: true
        )
        if let known = try? self.entry(), !wish.takesOver,
            (known.server, known.userRecordName) != (entry.server, entry.userRecordName)
        {
            throw CommandProblem.otherAccount(known.user)
        }
        try? FileManager.default.removeItem(at: folders.signInFolder)
        try POSIXFiles.rename(draft, to: folders.signInFolder)
        try write(entry)
        return entry
    }

    private static func user(signingInTo container: CKContainer, _ wish: Wish) async throws -> String {
        do {
            try await container.signIn(name: wish.user, password: wish.password)
            return try await container.userRecordID().recordName
        } catch CKError.notAuthenticated {
            throw CommandProblem.signInRefused(wish.user)
        } catch {
            throw CommandProblem.serviceFailed(error.localizedDescription)
        }
    }

    /// Signs out; the alarms stay, and what is changed meanwhile waits.
    ///
    /// - Returns: Who it was; nil where nobody was signed in.
    func signOut() throws -> Entry? {
        guard var entry = try entry(), entry.isSignedIn else { return nil }
        container(of: entry).signOut()
        entry.isSignedIn = false
        try write(entry)
        return entry
    }

    // MARK: - The container

    /// The container of whoever signed in here; nil leaves it to the CloudKit settings of the system.
    func container() -> CKContainer? { (try? entry()).flatMap(\.self).map(container) }

    /// Without a folder nobody is signed in: one that another process wrote in the moment of a sign-out says nothing.
    private func container(of entry: Entry) -> CKContainer {
        CKContainer(
            identifier: AlarmStore.cloudContainer,
            configuration: CloudKitConfiguration(
                endpoint: entry.server,
                environment: CloudKitConfiguration.Environment(rawValue: entry.environment) ?? .development,
                apiToken: entry.apiToken,
                folder: entry.isSignedIn ? folders.signInFolder : nil
            )
        )
    }
}

extension AlarmFolders {
    /// The file that says whose alarms these are.
    var accountFile: URL { state.appending(path: "account.json") }
    /// Where the sign-in is kept.
    var signInFolder: URL { state.appending(path: "cloudkit", directoryHint: .isDirectory) }
}
