import CloudKitWebServices
import Foundation

/// What this project's service says to all of this: sharing is not offered, `permissionFailure`.
extension CKContainer {
    /// What is to be known of the share of an address.
    ///
    /// - Throws: ``CKError``: `invalidArguments` for what is no share's address, `unknownItem` if there is no such share.
    public func shareMetadata(for url: URL) async throws -> CKShare.Metadata {
        guard let result = try await shareMetadatas(for: [url])[url] else { throw Self.noShare }
        return try result.get()
    }

    /// What is to be known of the shares of some addresses.
    ///
    /// - Returns: Of each address its share, or its own error.
    /// - Throws: ``CKError``, if the request failed as a whole.
    public func shareMetadatas(for urls: [URL]) async throws -> [URL: Result<CKShare.Metadata, any Error>] {
        try await resolve(urls, wantsRoot: false, keys: nil, CallOptions())
    }

    func resolve(
        _ urls: [URL],
        wantsRoot: Bool,
        keys: [String]?,
        _ options: CallOptions
    ) async throws -> [URL: Result<CKShare.Metadata, any Error>] {
        let asked = try urls.map { url in
            WireShortGUID(
                value: try Self.shortGUID(of: url),
                shouldFetchRootRecord: wantsRoot ? true : nil,
                rootRecordDesiredKeys: keys
            )
        }
        let results = try await shares(.resolveRecords, asked, options)
        return Dictionary(zip(urls, results)) { first, _ in first }
    }

    /// Accepts a share: its records are in the shared database then.
    ///
    /// - Throws: ``CKError``.
    @discardableResult
    public func accept(_ metadata: CKShare.Metadata) async throws -> CKShare {
        guard let result = try await accept([metadata])[metadata] else { throw Self.noShare }
        return try result.get()
    }

    /// Accepts shares.
    ///
    /// - Returns: Each share, or its own error.
    /// - Throws: ``CKError``, if the request failed as a whole.
    public func accept(
        _ metadatas: [CKShare.Metadata]
    ) async throws -> [CKShare.Metadata: Result<CKShare, any Error>] {
        try await accept(metadatas, CallOptions())
    }

    func accept(
        _ metadatas: [CKShare.Metadata],
        _ options: CallOptions
    ) async throws -> [CKShare.Metadata: Result<CKShare, any Error>] {
        let asked = metadatas.map { WireShortGUID(value: $0.shortGUID) }
        let results = try await shares(.acceptRecords, asked, options).map { $0.map(\.share) }
        return Dictionary(zip(metadatas, results)) { first, _ in first }
    }

    private func shares(
        _ endpoint: ServiceEndpoint,
        _ asked: [WireShortGUID],
        _ options: CallOptions
    ) async throws -> [Result<CKShare.Metadata, any Error>] {
        if asked.isEmpty { return [] }
        let body = ResolveRecordsRequest(shortGUIDs: asked).json()
        let answer: ResolveRecordsResponse =
            try await link.call(endpoint, in: .public, body: body, options: options)
        guard answer.results.count == asked.count else {
            throw CKError(.internalError, reason: "the service answered another number of shares")
        }
        var results: [Result<CKShare.Metadata, any Error>] = []
        for (guid, result) in zip(asked, answer.results) {
            results.append(
                await Result.ofWork {
                    if let error = result.error { throw CKError(error, status: 200) }
                    guard let item = result.item else { throw Self.noShare }
                    return try await metadata(item, asked: guid.value)
                }
            )
        }
        return results
    }

    private func metadata(_ wire: WireResolvedShare, asked: String) async throws -> CKShare.Metadata {
        let database = database(with: wire.databaseScope == "PRIVATE" ? .private : .shared)
        let zoneID = wire.zoneID.map { database.zoneID($0) } ?? .default
        let share = await database.records([wire.share].compactMap { $0 }, in: zoneID).first as? CKShare
        guard let share else { throw CKError(.internalError, reason: "the service answered without the share") }
        let root = await database.records([wire.rootRecord].compactMap { $0 }, in: zoneID).first
        return CKShare.Metadata(wire, share: share, rootRecord: root, zoneID: zoneID, asked: asked)
    }

    /// The last part of a share's address names it.
    private static func shortGUID(of url: URL) throws(CKError) -> String {
        let name = url.lastPathComponent
        guard url.pathComponents.dropLast().last == "share", !name.isEmpty else {
            throw CKError(.invalidArguments, reason: "this is not the address of a share")
        }
        return name
    }

    private static var noShare: CKError {
        CKError(.internalError, reason: "the service answered without the share")
    }
}
