import CloudKitWebServices

extension CloudKitService {
    /// Takes the bytes of a file, as they are or in a form, and answers the value for the field.
    func takeAsset(_ request: ServiceRequest) async throws -> ServiceAnswer {
        guard let address = UploadAddress(path: request.path, sealer), address.expires > surroundings.now() else {
            throw ServiceFault(.notFound, ErrorReason.noEndpoint)
        }
        if let length = request.header("Content-Length").flatMap(Int64.init) {
            try checkAssetSize(length - Self.formBytes)
        }
        let account = address.database.account
        try await checkOwner(account)
        let (now, name) = (surroundings.now(), surroundings.randomBytes(8).hexadecimal)
        let room = roomForAssets()
        let present = try await FileWork.run { [assets] in room == nil ? 0 : try assets.total(of: account) }
        let incoming = IncomingBytes(assets, of: account, room: room.map { $0 - present })
        let writer = try await FileWork.run { [assets] in try assets.begin(for: account, at: now, name: name) }
        let asset: StoredAsset
        do {
            try await receive(request, incoming, into: writer)
            asset = try await FileWork.run { [assets] in try assets.store(writer, for: account, at: now, room: room) }
        } catch {
            // Before the answer: whoever gets it must not find something of what was refused on the disk.
            try await FileWork.run { writer.abandon() }
            guard error is NoRoomForAsset else { throw error }
            throw ServiceFault(.quotaExceeded, "the account has no room for the asset")
        }
        let value = asset.saveable(in: address.database, sealer, now: now)
        return ServiceAnswer(AssetUploadReceipt(singleFile: value).answer())
    }

    /// An address is worth nothing once its account is gone or disabled; the public database has no account.
    private func checkOwner(_ account: AccountID) async throws {
        if account.isPublic { return }
        guard try await accounts.store.isEnabled(account) else {
            throw ServiceFault(.notFound, ErrorReason.noEndpoint)
        }
    }

    /// Bytes of a form beside its file.
    private static let formBytes: Int64 = 64 * 1_024
    /// How many times its quota an account may have on the disk: files that no record holds any more, or not yet, are
    /// swept away later.
    private static let roomFactor: Int64 = 2

    private func checkAssetSize(_ size: Int64) throws(ServiceFault) {
        guard size <= configuration.assetBytes else {
            throw ServiceFault(.badRequest, "the asset is larger than \(configuration.assetBytes) bytes")
        }
    }

    /// Bytes that an account may have on the disk; nil is no limit.
    private func roomForAssets() -> Int64? {
        configuration.quota.bytes.map { min($0, .max / Self.roomFactor) * Self.roomFactor }
    }

    private func receive(
        _ request: ServiceRequest,
        _ incoming: IncomingBytes,
        into writer: AssetWriter
    ) async throws {
        var form = MultipartReader(contentType: request.header("Content-Type"))
        var received: Int64 = 0
        try await request.chunks { piece in
            received += Int64(piece.count)
            try checkAssetSize(received - Self.formBytes)
            let content = try form?.read(piece) ?? piece
            if content.isEmpty { return }
            try incoming.add(content.count)
            try await FileWork.run { try writer.append(content) }
            try checkAssetSize(writer.size)
        }
        if let form, !form.isComplete {
            throw ServiceFault(.badRequest, "the form has no whole part called \(MultipartReader.partName)")
        }
    }

    /// Hands out a file, or a part of it.
    func giveAsset(_ request: ServiceRequest) async throws -> ServiceAnswer {
        guard let address = DownloadAddress(path: request.path, sealer), address.expires > surroundings.now() else {
            throw ServiceFault(.notFound, ErrorReason.noEndpoint)
        }
        try await checkOwner(address.account)
        let opened = try await FileWork.run { [assets] in try assets.open(address.asset, of: address.account) }
        guard let file = opened else { throw ServiceFault(.notFound, ErrorReason.noEndpoint) }
        let tag = "\"\(address.asset.fileName)\""
        var answer = ServiceAnswer(status: 200, file: AssetSlice(file: file, start: 0, count: file.size))
        answer.headers = Self.downloadHeaders + [("ETag", tag)]
        if let known = request.header("If-None-Match"), known == "*" || known.contains(tag) {
            answer.status = 304
            answer.file = nil
            return answer
        }
        let isCurrent = request.header("If-Range").map { $0 == tag } ?? true
        switch ByteRange(isCurrent ? request.header("Range") : nil, size: file.size) {
        case .whole: break
        case .part(let range):
            answer.status = 206
            answer.file = AssetSlice(file: file, start: range.lowerBound, count: Int64(range.count))
            answer.headers.append(
                ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)")
            )
        case .unsatisfiable:
            let error = WireError(.badRequest, reason: "the asset has no such bytes")
            answer = ServiceAnswer(ServiceFault(error, status: 416), uuid: nil)
            answer.headers.append(("Content-Range", "bytes */\(file.size)"))
        }
        return answer
    }

    /// What a file is, nobody knows: a browser must keep it and not show it, least of all as a page of this service.
    private static let downloadHeaders = [
        ("Accept-Ranges", "bytes"), ("Cache-Control", "private, max-age=3600"),
        ("Content-Disposition", "attachment"), ("Content-Security-Policy", "default-src 'none'; sandbox"),
        ("X-Content-Type-Options", "nosniff"),
    ]
}
