import Foundation

/// Fetches what is to be known of shares, by their addresses.
public final class CKFetchShareMetadataOperation: CKOperation, @unchecked Sendable {
    /// The addresses.
    public var shareURLs: [URL]?
    /// Whether the shared records are wanted too.
    public var shouldFetchRootRecord = false
    /// The fields of these; nil means all.
    public var rootRecordDesiredKeys: [CKRecord.FieldKey]?
    /// Called for each address.
    public var perShareMetadataResultBlock: (@Sendable (URL, Result<CKShare.Metadata, any Error>) -> Void)?
    /// Called at the end: with `partialFailure` if some failed.
    public var fetchShareMetadataResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?

    /// An operation.
    public init(shareURLs: [URL] = []) {
        self.shareURLs = shareURLs
        super.init()
    }

    override func perform() async {
        let urls = shareURLs ?? []
        let result = await Result<[URL: Result<CKShare.Metadata, any Error>], any Error>.ofWork {
            try await (container ?? .default()).resolve(
                urls,
                wantsRoot: shouldFetchRootRecord,
                keys: rootRecordDesiredKeys,
                callOptions
            )
        }
        fetchShareMetadataResultBlock?(tell(urls, result) { perShareMetadataResultBlock?($0, $1) })
    }
}

/// Accepts shares.
public final class CKAcceptSharesOperation: CKOperation, @unchecked Sendable {
    /// The shares.
    public var shareMetadatas: [CKShare.Metadata]?
    /// Called for each share.
    public var perShareResultBlock: (@Sendable (CKShare.Metadata, Result<CKShare, any Error>) -> Void)?
    /// Called at the end: with `partialFailure` if some failed.
    public var acceptSharesResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?

    /// An operation.
    public init(shareMetadatas: [CKShare.Metadata] = []) {
        self.shareMetadatas = shareMetadatas
        super.init()
    }

    override func perform() async {
        let metadatas = shareMetadatas ?? []
        let result = await Result<[CKShare.Metadata: Result<CKShare, any Error>], any Error>.ofWork {
            try await (container ?? .default()).accept(metadatas, callOptions)
        }
        acceptSharesResultBlock?(tell(metadatas, result) { perShareResultBlock?($0, $1) })
    }
}

/// Fetches users as participants to add to a share.
public final class CKFetchShareParticipantsOperation: CKOperation, @unchecked Sendable {
    /// Whom to look for.
    public var userIdentityLookupInfos: [CKUserIdentity.LookupInfo]?
    /// Called for each of them: with `unknownItem` for who was not found.
    public var perShareParticipantResultBlock:
        (@Sendable (CKUserIdentity.LookupInfo, Result<CKShare.Participant, any Error>) -> Void)?
    /// Called at the end: with `partialFailure` if some were not found.
    public var fetchShareParticipantsResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?

    /// An operation.
    public init(userIdentityLookupInfos: [CKUserIdentity.LookupInfo] = []) {
        self.userIdentityLookupInfos = userIdentityLookupInfos
        super.init()
    }

    override func perform() async {
        let infos = userIdentityLookupInfos ?? []
        let result = await Result<[CKUserIdentity.LookupInfo: Result<CKShare.Participant, any Error>], any Error>
            .ofWork { try await (container ?? .default()).participants(infos, callOptions) }
        fetchShareParticipantsResultBlock?(tell(infos, result) { perShareParticipantResultBlock?($0, $1) })
    }
}

/// Looks for users.
public final class CKDiscoverUserIdentitiesOperation: CKOperation, @unchecked Sendable {
    /// Whom to look for.
    public var userIdentityLookupInfos: [CKUserIdentity.LookupInfo]
    /// Called for each who was found.
    public var userIdentityDiscoveredBlock: (@Sendable (CKUserIdentity, CKUserIdentity.LookupInfo) -> Void)?
    /// Called at the end.
    public var discoverUserIdentitiesResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?

    /// An operation.
    public init(userIdentityLookupInfos: [CKUserIdentity.LookupInfo] = []) {
        self.userIdentityLookupInfos = userIdentityLookupInfos
        super.init()
    }

    override func perform() async {
        let result = await Result<Void, any Error>.ofWork {
            let found = try await (container ?? .default()).identities(userIdentityLookupInfos, callOptions)
            for info in userIdentityLookupInfos { found[info].map { userIdentityDiscoveredBlock?($0, info) } }
        }
        discoverUserIdentitiesResultBlock?(result)
    }
}

/// Looks for everybody in the address book: finds nobody, as the service knows no address books.
public final class CKDiscoverAllUserIdentitiesOperation: CKOperation, @unchecked Sendable {
    /// Called for each who was found.
    public var userIdentityDiscoveredBlock: (@Sendable (CKUserIdentity) -> Void)?
    /// Called at the end.
    public var discoverAllUserIdentitiesResultBlock: (@Sendable (Result<Void, any Error>) -> Void)?

    override func perform() async {
        let result = await Result<Void, any Error>.ofWork {
            for identity in try await (container ?? .default()).allUserIdentitiesFromContacts() {
                userIdentityDiscoveredBlock?(identity)
            }
        }
        discoverAllUserIdentitiesResultBlock?(result)
    }
}

/// Tells of each item in turn; returns the overall result.
private func tell<Item: Hashable, Value>(
    _ items: [Item],
    _ result: Result<[Item: Result<Value, any Error>], any Error>,
    _ each: (Item, Result<Value, any Error>) -> Void
) -> Result<Void, any Error> {
    result.flatMap { results in
        var errors: [AnyHashable: any Error] = [:]
        for item in items {
            guard let result = results[item] else { continue }
            if case .failure(let error) = result { errors[item] = error }
            each(item, result)
        }
        return overall(errors)
    }
}
