import Foundation

// The form in which a ledger is kept: zones once, records as short texts, since there may be ten thousand.

extension SyncLedger: Codable {
    private static let version = 1

    private enum Key: String, CodingKey {
        case version, user, subscription, token, zones, unfetched, zoneChanges, recordChanges, untracked
    }

    private struct Zone: Codable {
        var name: String
        var owner: String
        var token: String?

        var id: CKRecordZone.ID { CKRecordZone.ID(zoneName: name, ownerName: owner) }
    }

    /// Zones by number, as they are met.
    private struct ZoneNumbers {
        var zones: [Zone] = []
        private var numbers: [CKRecordZone.ID: Int] = [:]

        mutating func number(of id: CKRecordZone.ID, token: String? = nil) -> Int {
            if let number = numbers[id] { return number }
            numbers[id] = zones.count
            zones.append(Zone(name: id.zoneName, owner: id.ownerName, token: token))
            return zones.count - 1
        }
    }

    /// Writes everything that is to outlive the process; what is being sent is still pending then.
    func encode(to encoder: any Encoder) throws {
        var numbers = ZoneNumbers()
        let known = zoneTokens.sorted { "\($0.key)" < "\($1.key)" }
        for (id, token) in known { _ = numbers.number(of: id, token: token.text) }
        let unfetched = unfetchedZones.map { numbers.number(of: $0) }
        let zoneChanges = databaseChanges.all.map { change in
            switch change {
            case .saveZone(let zone): "+\(numbers.number(of: zone.zoneID))"
            case .deleteZone(let id): "-\(numbers.number(of: id))"
            }
        }
        let records = recordChanges.all.map { change in
            switch change {
            case .saveRecord(let id): "+\(numbers.number(of: id.zoneID)) \(id.recordName)"
            case .deleteRecord(let id): "-\(numbers.number(of: id.zoneID)) \(id.recordName)"
            }
        }
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.version, forKey: .version)
        try container.encodeIfPresent(user, forKey: .user)
        try container.encodeIfPresent(savedSubscription, forKey: .subscription)
        try container.encodeIfPresent(databaseToken?.text, forKey: .token)
        try container.encode(numbers.zones, forKey: .zones)
        try container.encode(unfetched, forKey: .unfetched)
        try container.encode(zoneChanges, forKey: .zoneChanges)
        try container.encode(records, forKey: .recordChanges)
        try container.encode(hasUntrackedChanges, forKey: .untracked)
    }

    /// Reads what ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError` for anything else, such as what a later version wrote.
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let version = try container.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            let words = "a state of version \(version) is not understood here"
            throw DecodingError.dataCorruptedError(forKey: .version, in: container, debugDescription: words)
        }
        self.init()
        user = try container.decodeIfPresent(String.self, forKey: .user)
        savedSubscription = try container.decodeIfPresent(String.self, forKey: .subscription)
        databaseToken = try container.decodeIfPresent(String.self, forKey: .token).map { CKServerChangeToken(text: $0) }
        let zones = try container.decode([Zone].self, forKey: .zones)
        for zone in zones { zoneTokens[zone.id] = zone.token.map { CKServerChangeToken(text: $0) } }
        func damaged(_ key: Key) -> DecodingError {
            let words = "a change is none, or names a zone that is not listed"
            return DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: words)
        }
        func zone(_ number: some StringProtocol, _ key: Key) throws -> CKRecordZone.ID {
            guard let index = Int(number), zones.indices.contains(index) else { throw damaged(key) }
            return zones[index].id
        }
        for number in try container.decode([Int].self, forKey: .unfetched) {
            hasChanges(try zone(String(number), .unfetched))
        }
        add(
            try container.decode([String].self, forKey: .zoneChanges).map { text in
                let id = try zone(text.dropFirst(), .zoneChanges)
                switch text.first {
                case "+": return .saveZone(CKRecordZone(zoneID: id))
                case "-": return .deleteZone(id)
                default: throw damaged(.zoneChanges)
                }
            }
        )
        add(
            try container.decode([String].self, forKey: .recordChanges).map { text in
                let number = text.dropFirst().prefix { $0 != " " }
                let zone = try zone(number, .recordChanges)
                let id = CKRecord.ID(recordName: String(text.dropFirst(number.count + 2)), zoneID: zone)
                switch text.first {
                case "+": return .saveRecord(id)
                case "-": return .deleteRecord(id)
                default: throw damaged(.recordChanges)
                }
            }
        )
        setUntracked(try container.decode(Bool.self, forKey: .untracked))
    }
}

extension CKSyncEngine.State {
    /// The state of an engine, to be kept between runs of the app.
    ///
    /// Opaque; another version of this package may refuse it with a `DecodingError`, and then an engine begins from
    /// nothing. It holds no secrets.
    public struct Serialization: Codable, Sendable {
        let ledger: SyncLedger

        init(_ ledger: SyncLedger) {
            self.ledger = ledger
        }

        /// Reads what ``encode(to:)`` wrote.
        public init(from decoder: any Decoder) throws {
            ledger = try SyncLedger(from: decoder)
        }

        /// Writes the state.
        public func encode(to encoder: any Encoder) throws {
            try ledger.encode(to: encoder)
        }
    }
}
