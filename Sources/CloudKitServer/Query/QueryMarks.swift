import CloudKitWebServices

/// Which marks a query needs that its record type's fields do not have.
///
/// In production that is an error, as on Apple's service; system fields may always be asked there too, which Apple's
/// service wants marked. In development the marks are given as soon as they are asked for.
enum QueryMarks {
    /// The marks that are missing, by field.
    static func missing(_ query: WireQuery, _ fields: [String: SchemaField]) -> [String: FieldMarks] {
        var missing: [String: FieldMarks] = [:]
        let need = { (name: String?, marks: FieldMarks) in
            guard let name, WireSystemField(internalName: name) == nil, let field = fields[name],
                !field.marks.isSuperset(of: marks)
            else { return }
            missing[name, default: []].formUnion(marks.subtracting(field.marks))
        }
        for filter in query.filterBy where filter.systemFieldName == nil {
            let isForWords = [.containsAllTokens, .containsAnyTokens].contains(filter.comparator)
            need(filter.fieldName, isForWords ? .searchable : .queryable)
        }
        for sort in query.sortBy where sort.systemFieldName == nil { need(sort.fieldName, .sortable) }
        return missing
    }

    /// The error of production.
    static func refusal(_ missing: [String: FieldMarks]) -> ServiceFault? {
        guard let (field, marks) = missing.min(by: { $0.key < $1.key }) else { return nil }
        let isSorted = !marks.isDisjoint(with: .sortable) && marks.isDisjoint(with: [.queryable, .searchable])
        return ServiceFault(.badRequest, isSorted ? ErrorReason.notSortable(field) : ErrorReason.notQueryable(field))
    }

    /// The schema with marks added.
    static func adding(_ marks: [String: FieldMarks], to recordType: String, in schema: RecordSchema) -> RecordSchema {
        var schema = schema
        for (field, marks) in marks { schema.types[recordType]?.fields[field]?.marks.formUnion(marks) }
        return schema
    }
}
