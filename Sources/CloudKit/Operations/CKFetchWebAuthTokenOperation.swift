import Foundation

/// Fetches a web token of the signed-in user, to hand it to a page or a server of the app's own.
///
/// Apple's framework makes one from the account of the device. Here it is the sign-in's newest token, once the service has
/// taken it together with the API token; against Apple's service, only the API token that it was made with goes with it.
public final class CKFetchWebAuthTokenOperation: CKDatabaseOperation, @unchecked Sendable {
    /// The API token that it is to be used with.
    public var apiToken: String?
    /// Called at the end: with `notAuthenticated` if nobody is signed in.
    public var fetchWebAuthTokenResultBlock: (@Sendable (Result<String, any Error>) -> Void)?
    /// The older form of ``fetchWebAuthTokenResultBlock``.
    public var fetchWebAuthTokenCompletionBlock: (@Sendable (String?, (any Error)?) -> Void)?

    /// An operation without an API token yet.
    public override init() {
        super.init()
    }

    /// An operation.
    public init(apiToken: String) {
        self.apiToken = apiToken
        super.init()
    }

    override func perform() async {
        let result = await Result<String, any Error>.ofWork {
            guard let apiToken else { throw CKError(.invalidArguments, reason: "the operation has no API token") }
            return try await CKContainer(link: target.link).webAuthToken(for: apiToken)
        }
        fetchWebAuthTokenResultBlock?(result)
        switch result {
        case .success(let token): fetchWebAuthTokenCompletionBlock?(token, nil)
        case .failure(let error): fetchWebAuthTokenCompletionBlock?(nil, error)
        }
    }
}

extension CKContainer {
    /// The sign-in's token, tried and renewed with an API token.
    fileprivate func webAuthToken(for apiToken: String) async throws -> String {
        if let problem = link.problem { throw CKError(failure: problem) }
        guard let ticket = link.session.ticket else { throw CKError(.notAuthenticated, reason: "nobody is signed in") }
        var trial = link.configuration
        trial.folder = nil
        trial.apiToken = apiToken
        trial.webAuthToken = ticket.token
        let visitor = CKContainer(
            link: ContainerLink(identifier: link.identifier, configuration: trial, isVisitor: true)
        )
        _ = try await visitor.userRecordID()
        return visitor.link.session.ticket?.token ?? ticket.token
    }
}
