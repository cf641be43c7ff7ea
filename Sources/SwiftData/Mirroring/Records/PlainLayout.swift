#if CloudKitMirroring
import CloudKit
import Foundation

/// This package's own layout.
///
/// Types and fields are named as entities and properties; to-one relationships are references; a link is a record of a type
/// named as its table. Fields that begin with `sd_` are the layout's own: `sd_stamps` says when what was changed,
/// `sd_orders` the places in lists, `sd_forward` where two rows became one.
struct PlainLayout: RecordLayout {
    static let stampsField = "sd_stamps"
    static let ordersField = "sd_orders"
    static let forwardField = "sd_forward"
    static let ownField = "sd_own"
    static let otherField = "sd_other"
    private static let reserved = "sd_"
    private static let exactSuffix = "_exact"
    /// The type of a record that only says where a row has gone.
    static let forwardType = "sd_Forward"

    let zoneName = "SwiftData"
    let carriesStamps = true

    // MARK: Names

    func recordType(of content: MirroredRecord.Content, _ schema: MirrorSchema) -> String {
        switch content {
        case .row(let entity): Self.name(entity)
        case .link(let table, _, _): Self.name(table)
        case .forward: Self.forwardType
        }
    }

    func linkName(table: String, own: String, other: String) -> String? {
        let name = "\(table):\(own):\(other)"
        if name.utf8.count <= Self.longestName, name.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), !name.hasPrefix("_") {
            return name
        }
        let first = FNV1a.hash64(name.utf8)
        return "link:\(String(first, radix: 16))\(String(FNV1a.hash64(name.utf8, from: first), radix: 16))"
    }

    private static let longestName = 255

    /// A name as types and fields may be called: other names are written as the digits of their bytes.
    static func name(_ name: String) -> String {
        let bytes = name.utf8
        let isPlain = bytes.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "_")
        }
        let begins = bytes.first.map { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20 } ?? false
        let isOurs =
            name.hasPrefix(reserved) || name.hasSuffix(RecordFields.assetSuffix) || name.hasSuffix(exactSuffix)
            || name == "Users"
        if isPlain, begins, !isOurs, bytes.count < 200 { return name }
        let digits = bytes.prefix(100).map { byte in byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
        }
        return "sd_x" + digits.joined()
    }

    func knownFields(of content: MirroredRecord.Content, _ schema: MirrorSchema) -> Set<String> {
        var fields: Set<String> = [
            Self.stampsField, Self.ordersField, Self.forwardField, Self.ownField, Self.otherField,
        ]
        guard case .row(let name) = content, let entity = schema.entity(named: name) else { return fields }
        for attribute in entity.attributes {
            let field = Self.name(attribute.name)
            fields.formUnion([field, field + RecordFields.assetSuffix, field + Self.exactSuffix])
        }
        fields.formUnion(entity.toOnes.map { Self.name($0.name) })
        return fields
    }

    // MARK: To a record

    func fill(_ record: CKRecord, with mirrored: MirroredRecord, _ schema: MirrorSchema, _ files: MirrorFiles) throws {
        record.setObject(mirrored.stamps.text, forKey: Self.stampsField)
        if !mirrored.orders.isEmpty || record.recordChangeTag != nil {
            record.setObject(PairText.encode(mirrored.orders), forKey: Self.ordersField)
        }
        switch mirrored.content {
        case .forward(let target): record.setObject(target, forKey: Self.forwardField)
        case .link(_, let own, let other):
            record.setObject(reference(own, record), forKey: Self.ownField)
            record.setObject(reference(other, record), forKey: Self.otherField)
        case .row(let name):
            guard let entity = schema.entity(named: name) else { return }
            for (property, value) in mirrored.values {
                if let attribute = entity.attribute(named: property) {
                    try set(value, attribute, on: record, files)
                } else if case .reference(let target) = value {
                    record.setObject(reference(target, record), forKey: Self.name(property))
                } else {
                    record.setObject(nil, forKey: Self.name(property))
                }
            }
        }
    }

    private func reference(_ name: String, _ record: CKRecord) -> CKRecord.Reference {
        let id = CKRecord.ID(recordName: name, zoneID: record.recordID.zoneID)
        return CKRecord.Reference(recordID: id, action: .none)
    }

    private func set(
        _ value: MirroredValue,
        _ attribute: MirrorSchema.Attribute,
        on record: CKRecord,
        _ files: MirrorFiles
    ) throws {
        let field = Self.name(attribute.name)
        try RecordFields.set(value, attribute, field: field, on: record, files)
        guard attribute.kind == .date, !attribute.isEncrypted else { return }
        // The service keeps milliseconds; what is finer goes beside.
        var exact: Double?
        if case .date(let date) = value, Self.isFiner(date) { exact = date.timeIntervalSinceReferenceDate }
        if exact != nil || record.recordChangeTag != nil { record.setObject(exact, forKey: field + Self.exactSuffix) }
    }

    private static func isFiner(_ date: Date) -> Bool {
        milliseconds(date).date != date
    }

    private static func milliseconds(_ date: Date) -> (value: Int64, date: Date) {
        let value = WholeMilliseconds.of(date)
        return (value, Date(timeIntervalSince1970: Double(value) / 1_000))
    }

    // MARK: From a record

    func read(_ record: CKRecord, _ schema: MirrorSchema) throws -> MirroredRecord? {
        let name = record.recordID.recordName
        if let target = record.object(forKey: Self.forwardField) as? String {
            return MirroredRecord(name: name, content: .forward(to: target), stamps: stamps(of: record))
        }
        if let (_, join) = schema.joins.enumerated().first(where: { Self.name($1.table) == record.recordType }) {
            guard let own = target(Self.ownField, record), let other = target(Self.otherField, record) else {
                return nil
            }
            return MirroredRecord(
                name: name,
                content: .link(table: join.table, own: own, other: other),
                orders: orders(of: record),
                stamps: stamps(of: record)
            )
        }
        guard let entity = schema.entities.first(where: { Self.name($0.name) == record.recordType }) else { return nil }
        var mirrored = MirroredRecord(
            name: name,
            content: .row(entity: entity.name),
            orders: orders(of: record),
            stamps: stamps(of: record)
        )
        for attribute in entity.attributes { try read(attribute, from: record, into: &mirrored) }
        for relationship in entity.toOnes {
            let target = target(Self.name(relationship.name), record)
            mirrored.values[relationship.name] = target.map { .reference($0) } ?? .null
        }
        return mirrored
    }

    private func read(
        _ attribute: MirrorSchema.Attribute,
        from record: CKRecord,
        into mirrored: inout MirroredRecord
    ) throws {
        let field = Self.name(attribute.name)
        switch try RecordFields.value(of: attribute, field: field, in: record) {
        case .unreadable: mirrored.unreadable.insert(attribute.name)
        case .value(.date(let date)):
            let exact = (record.object(forKey: field + Self.exactSuffix) as? NSNumber)?.doubleValue
            let finer = exact.map { Date(timeIntervalSinceReferenceDate: $0) }
            // One that another client left behind beside a newer date says nothing.
            let isRight = finer.map { Self.milliseconds($0).value == Self.milliseconds(date).value } ?? false
            mirrored.values[attribute.name] = .date(isRight ? finer ?? date : date)
        case .value(let value): mirrored.values[attribute.name] = value
        }
    }

    private func target(_ field: String, _ record: CKRecord) -> String? {
        (record.object(forKey: field) as? CKRecord.Reference)?.recordID.recordName
    }

    private func stamps(of record: CKRecord) -> StampSet {
        StampSet(text: record.object(forKey: Self.stampsField) as? String ?? "")
    }

    private func orders(of record: CKRecord) -> [String: String] {
        PairText.decode(record.object(forKey: Self.ordersField) as? String ?? "")
    }
}

#endif
