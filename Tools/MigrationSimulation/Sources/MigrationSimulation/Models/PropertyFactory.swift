import Foundation
import SwiftData

/// Makes the properties of classes from their shapes.
enum PropertyFactory {
    /// A property; nil where a relationship leads to no class.
    static func property(_ shape: PropertyShape, _ ordinal: Int, target: Record.Type?) -> RecordProperty? {
        switch shape.content {
        case .attribute(let attribute): attributeProperty(attribute.kind, shape, ordinal)
        case .link(let link): target?.linkProperty(link, shape, ordinal)
        }
    }

    private static func attributeProperty(_ kind: ValueKind, _ shape: PropertyShape, _ ordinal: Int) -> RecordProperty {
        switch kind {
        case .bool: scalar(shape, ordinal, Adapter<Bool>.integer({ $0 ? 1 : 0 }, { $0 != 0 }))
        case .int8: number(shape, ordinal, Int8.self)
        case .int16: number(shape, ordinal, Int16.self)
        case .int32: number(shape, ordinal, Int32.self)
        case .int64: number(shape, ordinal, Int64.self)
        case .int: number(shape, ordinal, Int.self)
        case .uint8: number(shape, ordinal, UInt8.self)
        case .uint16: number(shape, ordinal, UInt16.self)
        case .uint32: number(shape, ordinal, UInt32.self)
        case .float: ordered(shape, ordinal, Adapter<Float>.real({ Double($0) }, { Float($0) }))
        case .double: ordered(shape, ordinal, Adapter<Double>.real({ $0 }, { $0 }))
        case .date:
            ordered(
                shape,
                ordinal,
                Adapter<Date>.real(
                    { $0.timeIntervalSinceReferenceDate },
                    { Date(timeIntervalSinceReferenceDate: $0) }
                )
            )
        case .string: scalar(shape, ordinal, Adapter<String>.text({ $0 }, { $0 }))
        case .uuid: scalar(shape, ordinal, uuid)
        case .data: data(shape, ordinal)
        case .decimal:
            scalar(shape, ordinal, Adapter<Decimal>.text({ $0.description }, { Decimal(string: $0) }))
        case .url: scalar(shape, ordinal, Adapter<URL>.text({ $0.absoluteString }, { URL(string: $0) }))
        case .mood: raw(shape, ordinal, Adapter<Mood>.text({ $0.rawValue }, { Mood(rawValue: $0) }))
        case .level:
            raw(shape, ordinal, Adapter<Level>.integer({ Int64($0.rawValue) }, { Level(rawValue: Int($0)) }))
        case .size: coded(shape, ordinal, Size.self)
        case .words: coded(shape, ordinal, [String].self)
        case .scores: coded(shape, ordinal, [String: Int].self)
        }
    }

    private static var uuid: Adapter<UUID> {
        Adapter<UUID>(
            stored: { id in .blob(withUnsafeBytes(of: id.uuid) { Data($0) }) },
            value: { value in
                guard case .blob(let data) = value, data.count == 16 else { return nil }
                return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
            }
        )
    }

    private static func number<Number>(_ shape: PropertyShape, _ ordinal: Int, _ type: Number.Type) -> RecordProperty
    where Number: FixedWidthInteger & _SQLiteValue & Sendable {
        ordered(shape, ordinal, Adapter<Number>.integer({ Int64(clamping: $0) }, { Number(exactly: $0) }))
    }

    private static func ordered<Value>(
        _ shape: PropertyShape,
        _ ordinal: Int,
        _ adapter: Adapter<Value>
    ) -> RecordProperty where Value: _SQLiteValue & Comparable & Sendable {
        guard !shape.isOptional else { return scalar(shape, ordinal, adapter) }
        return OrderedProperty(shape, ordinal, adapter) { ScalarCell() }
    }

    private static func scalar<Value>(
        _ shape: PropertyShape,
        _ ordinal: Int,
        _ adapter: Adapter<Value>
    ) -> RecordProperty where Value: _SQLiteValue & Equatable & Sendable {
        guard shape.isOptional else { return ScalarProperty(shape, ordinal, adapter) { ScalarCell() } }
        return ScalarProperty(shape, ordinal, adapter.optional) { ScalarCell() }
    }

    private static func data(_ shape: PropertyShape, _ ordinal: Int) -> RecordProperty {
        let adapter = Adapter<Data>(
            stored: { .blob($0) },
            value: { if case .blob(let data) = $0 { data } else { nil } }
        )
        guard shape.isOptional else { return ScalarProperty(shape, ordinal, adapter) { DataCell() } }
        return ScalarProperty(shape, ordinal, adapter.optional) { OptionalDataCell() }
    }

    private static func raw<Value>(
        _ shape: PropertyShape,
        _ ordinal: Int,
        _ adapter: Adapter<Value>
    ) -> RecordProperty where Value: RawRepresentable & Codable, Value.RawValue: _SQLiteValue {
        guard shape.isOptional else { return CodedProperty(shape, ordinal, adapter) { RawCell() } }
        return CodedProperty(shape, ordinal, adapter.optional) { OptionalRawCell() }
    }

    private static func coded<Value: Codable>(
        _ shape: PropertyShape,
        _ ordinal: Int,
        _ type: Value.Type
    ) -> RecordProperty {
        let adapter = Adapter<Value>.text(
            { value in
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
            },
            { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
        )
        guard shape.isOptional else { return CodedProperty(shape, ordinal, adapter) { CodedCell() } }
        return CodedProperty(shape, ordinal, adapter.optional) { OptionalCodedCell() }
    }
}

extension Record {
    /// A property by which records of other classes lead to those of this one.
    class func linkProperty(_ link: LinkShape, _ shape: PropertyShape, _ ordinal: Int) -> RecordProperty {
        Self.makeLinkProperty(Self.self, link, shape, ordinal)
    }

    private static func makeLinkProperty<Target: Record>(
        _ target: Target.Type,
        _ link: LinkShape,
        _ shape: PropertyShape,
        _ ordinal: Int
    ) -> RecordProperty {
        if link.isToMany { return ToManyProperty<Target>(shape, ordinal) }
        return shape.isOptional
            ? ToOneProperty<Target>(shape, ordinal) : RequiredProperty<Target>(shape, ordinal)
    }
}
