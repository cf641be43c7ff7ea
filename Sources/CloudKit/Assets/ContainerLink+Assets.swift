import CloudKitWebServices
import Foundation

extension ContainerLink {
    // MARK: Down

    /// The files of all assets in some records, by checksum; those that cannot be had are left out.
    ///
    /// - Parameters:
    ///   - records: The records.
    ///   - known: Files that are here already, by checksum.
    /// - Returns: The files by checksum.
    func files(of records: [WireRecord], known: [String: URL]) async -> [String: URL] {
        var wanted: [String: WireAsset] = [:]
        for record in records {
            for (_, field) in record.fields {
                for asset in field.value.assets {
                    if let checksum = asset.fileChecksum, known[checksum] == nil { wanted[checksum] = asset }
                }
            }
        }
        if wanted.isEmpty { return known }
        var files = known
        var rest = wanted.makeIterator()
        await withTaskGroup(of: (String, URL?).self) { group in
            func startNext() {
                guard let (checksum, asset) = rest.next() else { return }
                group.addTask { (checksum, await self.file(of: asset, checksum: checksum)) }
            }
            for _ in 0..<CloudKitLimits.concurrentFiles { startNext() }
            while let (checksum, file) = await group.next() {
                files[checksum] = file
                startNext()
            }
        }
        trimCache(keeping: Set(wanted.keys.compactMap { files[$0]?.lastPathComponent }))
        return files
    }

    private var cache: URL {
        configuration.cacheFolder.appendingPathComponent(identifier)
    }

    /// Takes the oldest files away, if there are too many bytes of them.
    private func trimCache(keeping kept: Set<String>) {
        let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
        let urls =
            (try? FileManager.default.contentsOfDirectory(at: cache, includingPropertiesForKeys: Array(keys))) ?? []
        var files = urls.compactMap { url -> (url: URL, size: Int, date: Date)? in
            guard let values = try? url.resourceValues(forKeys: keys), let size = values.fileSize else { return nil }
            return (url, size, values.contentModificationDate ?? .distantPast)
        }
        var total = files.reduce(0) { $0 + $1.size }
        guard total > configuration.cacheBytes else { return }
        files.sort { $0.date < $1.date }
        for file in files where !kept.contains(file.url.lastPathComponent) {
            if total <= configuration.cacheBytes { return }
            try? FileManager.default.removeItem(at: file.url)
            total -= file.size
        }
    }

    private func file(of asset: WireAsset, checksum: String) async -> URL? {
        let name = String(checksum.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        let place = cache.appendingPathComponent(name)
        let attributes = try? FileManager.default.attributesOfItem(atPath: place.path)
        if let size = attributes?[.size] as? Int, asset.size.map({ $0 == size }) ?? true { return place }
        guard let address = asset.downloadURL(fileName: name) else { return nil }
        let request = CloudKitRequest(
            method: "GET",
            address: address,
            timeout: CloudKitLimits.fileTimeout,
            answerLimit: ServiceLimits.assetBytes,
            destination: place
        )
        guard let answer = try? await configuration.transport.send(request) else { return nil }
        if answer.isSuccess { return place }
        _ = failure(of: answer)
        return nil
    }

    // MARK: Up

    /// A file that is to become the value of a field.
    struct Upload: Sendable {
        let token: AssetToken
        let file: URL
    }

    /// Uploads files, and says of each what the field is saved with, in their order.
    ///
    /// - Throws: ``CKError``, if the service gives out no places for them.
    func upload(
        _ uploads: [Upload],
        in zoneID: CKRecordZone.ID,
        _ scope: DatabaseScope,
        _ options: CallOptions
    ) async throws(CKError) -> [Result<WireAsset, CKError>] {
        var results: [Result<WireAsset, CKError>] = []
        var rest = uploads[...]
        while !rest.isEmpty {
            let chunk = Array(rest.prefix(ServiceLimits.assetTokensPerRequest))
            rest = rest.dropFirst(chunk.count)
            let request = UploadAssetsRequest(tokens: chunk.map(\.token), zoneID: zoneID.wire)
            let answer: UploadAssetsResponse =
                try await call(.uploadAssets, in: scope, body: request.json(), options: options)
            guard answer.tokens.count == chunk.count else {
                throw CKError(.internalError, reason: "the service gave out another number of places for files")
            }
            results += await send(zip(chunk, answer.tokens).map { ($0.file, $1) })
        }
        return results
    }

    private func send(_ files: [(URL, ItemResult<AssetUploadURL>)]) async -> [Result<WireAsset, CKError>] {
        var results: [Int: Result<WireAsset, CKError>] = [:]
        var rest = files.enumerated().makeIterator()
        await withTaskGroup(of: (Int, Result<WireAsset, CKError>).self) { group in
            func startNext() {
                guard let (index, (file, place)) = rest.next() else { return }
                group.addTask { (index, await self.send(file, to: place)) }
            }
            for _ in 0..<CloudKitLimits.concurrentFiles { startNext() }
            while let (index, result) = await group.next() {
                results[index] = result
                startNext()
            }
        }
        return files.indices.compactMap { results[$0] }
    }

    private func send(_ file: URL, to place: ItemResult<AssetUploadURL>) async -> Result<WireAsset, CKError> {
        switch place {
        case .failure(let error): return .failure(CKError(error, status: 200))
        case .success(let place):
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            guard let size = attributes?[.size] as? Int else {
                return .failure(CKError(.assetFileNotFound, reason: "the file of an asset is not there"))
            }
            guard size <= ServiceLimits.assetBytes else {
                return .failure(CKError(.limitExceeded, reason: "a file may have \(ServiceLimits.assetBytes) bytes"))
            }
            do {
                return .success(try await receipt(for: file, size, at: place.url))
            } catch {
                return .failure(CKError(failure: error))
            }
        }
    }

    private func receipt(for file: URL, _ size: Int, at address: String) async throws -> WireAsset {
        let request = CloudKitRequest(
            method: "POST",
            address: address,
            headers: [(name: "Content-Type", value: "application/octet-stream")],
            body: .file(file, size: size),
            timeout: CloudKitLimits.fileTimeout,
            answerLimit: CloudKitLimits.settingsBytes
        )
        let answer = try await configuration.transport.send(request)
        guard answer.isSuccess else {
            guard case .whole(let error) = failure(of: answer) else {
                throw CKError(.internalError, reason: "the upload failed")
            }
            throw CKError(error, status: answer.status)
        }
        return try AssetUploadReceipt(json: answer.body).singleFile
    }
}

extension WireValue {
    /// The assets in it.
    var assets: [WireAsset] {
        switch self {
        case .asset(let asset): [asset]
        case .assets(let assets): assets
        default: []
        }
    }
}
