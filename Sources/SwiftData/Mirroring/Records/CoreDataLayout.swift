#if CloudKitMirroring
import CloudKit
import Foundation

/// The layout that Apple publishes for Core Data.
///
/// Source: “Reading CloudKit Records for Core Data”. Every name has `CD_` before it; a record's type is that of the root of
/// its entity's hierarchy, and `CD_entityName` says the entity; to-one relationships are names of records; a link is a
/// record of type `CDMR`, whose three fields hold both ends in the order of the entities' names.
struct CoreDataLayout: RecordLayout {
    static let prefix = "CD_"
    static let entityField = "CD_entityName"
    static let linkType = "CDMR"
    static let entitiesField = "CD_entityNames"
    static let recordsField = "CD_recordNames"
    static let relationshipsField = "CD_relationships"
    /// This package's addition, for rows that became one by a unique value; Core Data's mirroring has none such.
    static let forwardField = "CD_forward"

    let zoneName = "com.apple.coredata.cloudkit.zone"
    let carriesStamps = false

    func recordType(of content: MirroredRecord.Content, _ schema: MirrorSchema) -> String {
        switch content {
        case .row(let entity): Self.prefix + schema.rootName(of: entity)
        case .link: Self.linkType
        case .forward: Self.forwardField
        }
    }

    func linkName(table: String, own: String, other: String) -> String? { nil }

    func knownFields(of content: MirroredRecord.Content, _ schema: MirrorSchema) -> Set<String> {
        var fields: Set<String> = [Self.entityField]
        guard case .row(let name) = content, let entity = schema.entity(named: name) else {
            return [Self.entitiesField, Self.recordsField, Self.relationshipsField, Self.forwardField]
        }
        for attribute in entity.attributes {
            let field = Self.prefix + attribute.name
            fields.formUnion([field, field + RecordFields.assetSuffix])
        }
        fields.formUnion(entity.toOnes.map { Self.prefix + $0.name })
        return fields
    }

    // MARK: To a record

    func fill(_ record: CKRecord, with mirrored: MirroredRecord, _ schema: MirrorSchema, _ files: MirrorFiles) throws {
        switch mirrored.content {
        case .forward(let target): record.setObject(target, forKey: Self.forwardField)
        case .link(let table, let own, let other):
            guard let join = schema.join(named: table)?.join else { return }
            let ends = CoreDataEnds(join)
            record.setObject(ends.entities, forKey: Self.entitiesField)
            record.setObject(ends.relationships, forKey: Self.relationshipsField)
            record.setObject(ends.records(own: own, other: other), forKey: Self.recordsField)
        case .row(let name):
            record.setObject(name, forKey: Self.entityField)
            guard let entity = schema.entity(named: name) else { return }
            for (property, value) in mirrored.values {
                let field = Self.prefix + property
                if let attribute = entity.attribute(named: property), attribute.isEncrypted,
                    case .date(let date) = value
                {
                    record.encryptedValues.setObject(date, forKey: field)
                } else if let attribute = entity.attribute(named: property) {
                    try RecordFields.set(value, attribute, field: field, on: record, files)
                } else {
                    record.setObject(RecordFields.plain(value), forKey: field)
                }
            }
        }
    }

    // MARK: From a record

    func read(_ record: CKRecord, _ schema: MirrorSchema) throws -> MirroredRecord? {
        let name = record.recordID.recordName
        if let target = record.object(forKey: Self.forwardField) as? String {
            return MirroredRecord(name: name, content: .forward(to: target))
        }
        if record.recordType == Self.linkType { return link(record, schema) }
        guard let entityName = record.object(forKey: Self.entityField) as? String,
            let entity = schema.entity(named: entityName)
        else { return nil }
        var mirrored = MirroredRecord(name: name, content: .row(entity: entityName))
        for attribute in entity.attributes {
            let field = Self.prefix + attribute.name
            switch try RecordFields.value(of: attribute, field: field, in: record) {
            case .unreadable: mirrored.unreadable.insert(attribute.name)
            case .value(let value): mirrored.values[attribute.name] = value
            }
        }
        for relationship in entity.toOnes {
            let target = record.object(forKey: Self.prefix + relationship.name) as? String
            mirrored.values[relationship.name] = target.map { .reference($0) } ?? .null
        }
        return mirrored
    }

    private func link(_ record: CKRecord, _ schema: MirrorSchema) -> MirroredRecord? {
        guard let entities = record.object(forKey: Self.entitiesField) as? String,
            let relationships = record.object(forKey: Self.relationshipsField) as? String,
            let names = (record.object(forKey: Self.recordsField) as? String)?.split(separator: ":"), names.count == 2
        else { return nil }
        for join in schema.joins {
            let ends = CoreDataEnds(join)
            guard ends.entities == entities, ends.relationships == relationships else { continue }
            let (first, second) = (String(names[0]), String(names[1]))
            let (own, other) = ends.isOwnFirst ? (first, second) : (second, first)
            return MirroredRecord(
                name: record.recordID.recordName,
                content: .link(table: join.table, own: own, other: other)
            )
        }
        return nil
    }
}

/// The ends of a link in the order of their entities' names.
struct CoreDataEnds {
    let isOwnFirst: Bool
    let entities: String
    let relationships: String

    init(_ join: MirrorSchema.Join) {
        let (own, other) = (join.own, join.other)
        isOwnFirst = (own.entity, own.property ?? "") <= (other.entity, other.property ?? "")
        let ends = isOwnFirst ? [own, other] : [other, own]
        entities = ends.map(\.entity).joined(separator: ":")
        relationships = ends.map { $0.property ?? "" }.joined(separator: ":")
    }

    func records(own: String, other: String) -> String { isOwnFirst ? "\(own):\(other)" : "\(other):\(own)" }
}

#endif
