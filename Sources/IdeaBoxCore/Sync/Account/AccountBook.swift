import AppCommons
import Foundation

/// The accounts that were signed in to on this device, and which of them is shown: `account.json` of the data folder,
/// which only its owner may read.
struct AccountBook: Codable, Equatable {
    /// One account and where its ideas are.
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
        /// The folder of the account's store below the data folder; nil for the store of the device itself, which the
        /// first account took over.
        var folder: String?
        var isSignedIn: Bool
    }

    /// Accounts that a book may hold.
    static let limit = 100

    var accounts: [Entry] = []
    /// The place of the account whose ideas are shown.
    var current: Int?

    /// The account whose ideas are shown, signed in or not.
    var entry: Entry? {
        current.flatMap { accounts.indices.contains($0) ? accounts[$0] : nil }
    }

    // MARK: The file

    /// Reads the book; one that is not there is empty.
    ///
    /// Throws ``FileFailure`` and `DecodingError`.
    static func read(_ folders: DataFolders) throws -> AccountBook {
        guard POSIXFiles.kind(folders.accountFile.path) != .nothing else { return AccountBook() }
        return try JSONDecoder().decode(AccountBook.self, from: Data(contentsOf: folders.accountFile))
    }

    /// Replaces the book as a whole.
    func write(_ folders: DataFolders, name: UUID) throws {
        try POSIXFiles.makeFolder(folders.root, mode: 0o700)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let draft = folders.root.appending(path: ".account-\(name.text).json")
        try POSIXFiles.writeNew(try encoder.encode(self), to: draft.path, mode: 0o600)
        try POSIXFiles.rename(draft, to: folders.accountFile)
    }
}

extension DataFolders {
    /// The file that says whose ideas are shown.
    var accountFile: URL { root.appending(path: "account.json") }

    /// The folders of the account whose ideas are shown: those of the device itself, as long as there is no other.
    ///
    /// A book that cannot be read shows the device's own ideas; whoever wants to sync is told.
    func ofCurrentAccount() -> DataFolders {
        guard let folder = (try? AccountBook.read(self))?.entry?.folder else { return self }
        return inside(folder)
    }
}
