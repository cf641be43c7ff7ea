import CloudKitWebServices
import Foundation

// Additions of this package: Apple's framework finds the service and the account in the system.

extension CKContainer {
    /// Says where a container is and how it is reached, for all that ask for it from now on.
    ///
    /// Call it before the container is first used: objects made before keep what they had.
    ///
    /// A configuration without a folder gets the usual one, `cloudkit` in the user's configuration folder: whoever signs in is
    /// signed in at the next start, too. ``init(identifier:configuration:)`` keeps to memory what has no folder.
    public static func configure(_ identifier: String, with configuration: CloudKitConfiguration) {
        var stored = configuration
        stored.folder = configuration.folder ?? SettingsFolders(configuration.surroundings).settings
        ContainerLink.configure(identifier, stored)
    }

    /// The address of the service; nil if nobody said.
    public var endpoint: String? { link.configuration.endpoint }

    /// Whether somebody is signed in, as far as this process knows without asking the service.
    public var isSignedIn: Bool { link.session.isSignedIn }

    /// Signs in with the web token of a user who signed in elsewhere, such as in a browser.
    ///
    /// Keeps the sign-in, and posts `Notification.Name.CKAccountChanged`.
    ///
    /// - Throws: ``CKError``: `notAuthenticated` if the service refuses the token; then nothing has changed.
    public func signIn(webAuthToken: String) async throws {
        if let problem = link.problem { throw CKError(failure: problem) }
        var trial = link.configuration
        trial.folder = nil
        trial.webAuthToken = webAuthToken
        let visitor = CKContainer(
            link: ContainerLink(identifier: link.identifier, configuration: trial, isVisitor: true)
        )
        let user = try await visitor.userRecordID()
        // The service may have renewed the token with this first answer.
        let token = visitor.link.session.ticket?.token ?? webAuthToken
        do throws(CloudKitSettingsError) {
            try link.session.signIn(token: token, userRecordName: user.recordName)
        } catch {
            throw CKError(failure: error)
        }
        link.postAccountChange()
    }

    /// Forgets the sign-in, and posts `Notification.Name.CKAccountChanged` if there was one.
    ///
    /// The service keeps the sign-in until it ends by itself.
    public func signOut() {
        if link.session.signOut() { link.postAccountChange() }
    }
}
