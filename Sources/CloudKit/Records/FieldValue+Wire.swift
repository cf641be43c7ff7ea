import CloudKitWebServices
import Foundation

extension FieldValue {
    /// The value as the wire has it.
    ///
    /// - Parameters:
    ///   - zoneID: The zone of the record, which references within it leave out.
    ///   - asset: What stands for an asset; nil if it has not been uploaded.
    /// - Returns: The value.
    /// - Throws: ``CKError`` `invalidArguments` for what the service cannot take.
    func wireValue(in zoneID: CKRecordZone.ID, asset: (CKAsset) -> WireAsset?) throws(CKError) -> WireValue {
        switch self {
        case .string(let value): return .string(value)
        case .int(let value): return .int64(value)
        case .double(let value):
            guard value.isFinite else { throw Self.infinite }
            return .double(value)
        case .date(let value): return .timestamp(WireTimestamp(value))
        case .data(let value): return .bytes(Array(value))
        case .location(let value):
            let wire = WireValue.location(value.wire)
            guard wire.isFinite else { throw Self.infinite }
            return wire
        case .reference(let value): return .reference(value.wire(in: zoneID))
        case .asset(let value):
            guard let wire = asset(value) else { throw CKError(.assetFileNotFound, reason: "the asset has no file") }
            return .asset(wire)
        case .list(let values): return try Self.wireList(values, in: zoneID, asset: asset)
        }
    }

    private static let infinite = CKError(.invalidArguments, reason: "a number must be finite")

    private static func wireList(
        _ values: [FieldValue],
        in zoneID: CKRecordZone.ID,
        asset: (CKAsset) -> WireAsset?
    ) throws(CKError) -> WireValue {
        var elements: [WireValue] = []
        for value in values { elements.append(try value.wireValue(in: zoneID, asset: asset)) }
        guard let list = WireValue(list: elements) else {
            throw CKError(.invalidArguments, reason: "the elements of a list must be of one type")
        }
        return list
    }

    /// A value of the service; nil for one that this version does not know, and for none.
    init?(_ value: WireValue, in zoneID: CKRecordZone.ID, asset: (WireAsset) -> CKAsset) {
        switch value {
        case .string(let value): self = .string(value)
        case .int64(let value): self = .int(value)
        case .double(let value): self = .double(value)
        case .timestamp(let value): self = .date(value.date)
        case .bytes(let value): self = .data(Data(value))
        case .reference(let value): self = .reference(CKRecord.Reference(value, in: zoneID))
        case .asset(let value): self = .asset(asset(value))
        case .location(let value): self = .location(CLLocation(value))
        case .strings(let values): self = .list(values.map(FieldValue.string))
        case .int64s(let values): self = .list(values.map(FieldValue.int))
        case .doubles(let values): self = .list(values.map(FieldValue.double))
        case .timestamps(let values): self = .list(values.map { .date($0.date) })
        case .bytesList(let values): self = .list(values.map { .data(Data($0)) })
        case .references(let values): self = .list(values.map { .reference(CKRecord.Reference($0, in: zoneID)) })
        case .assets(let values): self = .list(values.map { .asset(asset($0)) })
        case .locations(let values): self = .list(values.map { .location(CLLocation($0)) })
        case .emptyList: self = .list([])
        case .encryptedBytes, .null, .unknown, .mismatched: return nil
        }
    }
}

extension WireValue {
    /// A list of values that are all of one type; nil if they are not.
    init?(list elements: [WireValue]) {
        func all<Element>(_ pick: (WireValue) -> Element?) -> [Element]? {
            let picked = elements.compactMap(pick)
            return picked.count == elements.count ? picked : nil
        }
        let list: WireValue? =
            switch elements.first {
            case nil: .emptyList
            case .string: all { if case .string(let value) = $0 { value } else { nil } }.map(WireValue.strings)
            case .int64: all { if case .int64(let value) = $0 { value } else { nil } }.map(WireValue.int64s)
            case .double: all { if case .double(let value) = $0 { value } else { nil } }.map(WireValue.doubles)
            case .timestamp: all { if case .timestamp(let value) = $0 { value } else { nil } }.map(WireValue.timestamps)
            case .bytes: all { if case .bytes(let value) = $0 { value } else { nil } }.map(WireValue.bytesList)
            case .reference: all { if case .reference(let value) = $0 { value } else { nil } }.map(WireValue.references)
            case .asset: all { if case .asset(let value) = $0 { value } else { nil } }.map(WireValue.assets)
            case .location: all { if case .location(let value) = $0 { value } else { nil } }.map(WireValue.locations)
            default: nil
            }
        guard let list else { return nil }
        self = list
    }
}

extension CKRecord.Reference {
    convenience init(_ wire: WireReference, in zoneID: CKRecordZone.ID) {
        let zone = wire.zoneID.map { CKRecordZone.ID($0, default: zoneID) } ?? zoneID
        self.init(
            recordID: CKRecord.ID(recordName: wire.recordName, zoneID: zone),
            action: wire.action == .deleteSelf ? .deleteSelf : .none
        )
    }

    func wire(in zoneID: CKRecordZone.ID) -> WireReference {
        WireReference(
            recordName: recordID.recordName,
            action: action == .deleteSelf ? .deleteSelf : WireReference.Action.none,
            zoneID: recordID.zoneID == zoneID ? nil : recordID.zoneID.wire
        )
    }
}

extension CKRecordZone.ID {
    var wire: WireZoneID {
        WireZoneID(zoneName: zoneName, ownerRecordName: ownerName == CKCurrentUserDefaultName ? nil : ownerName)
    }

    /// The zone of an ID that stands inside a record of another zone: references do not leave an owner's zones.
    convenience init(_ wire: WireZoneID, default other: CKRecordZone.ID) {
        self.init(zoneName: wire.zoneName, ownerName: other.ownerName)
    }
}

extension CLLocation {
    var wire: WireLocation {
        WireLocation(
            latitude: coordinate.latitude,
            longitude: coordinate.longitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            altitude: altitude,
            speed: speed,
            course: course,
            timestamp: WireTimestamp(timestamp)
        )
    }

    convenience init(_ wire: WireLocation) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: wire.latitude, longitude: wire.longitude),
            altitude: wire.altitude ?? 0,
            horizontalAccuracy: wire.horizontalAccuracy ?? 0,
            verticalAccuracy: wire.verticalAccuracy ?? -1,
            course: wire.course ?? -1,
            speed: wire.speed ?? -1,
            timestamp: wire.timestamp?.date ?? Date(timeIntervalSince1970: 0)
        )
    }
}
