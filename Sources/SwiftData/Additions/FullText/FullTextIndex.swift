/// Asks a store to keep the words of an entity's text properties in an index, so that
/// ``ModelContext/search(_:matching:)`` finds them without reading every row.
///
/// An addition of this package; Apple's framework has no full-text search. Give the indexes to a store in
/// `ModelConfiguration.fullTextIndexes`, or mark the properties with `@Attribute(.fullText)`. The index is made when the store is opened with a list of properties that
/// differs from the one before, which reads every row once, and from then on every save keeps it current.
///
/// Words of scripts with spaces are found whole (the last word of a search also by its beginning), without regard to
/// case, accents and width. Chinese, Japanese and Korean text is found by any run of characters, one or two included.
/// Thai, Lao, Khmer and Burmese, which have no spaces either, are only found from the beginning of a passage.
public struct FullTextIndex: Hashable, Sendable {
    /// The entity whose text is indexed.
    public let entityName: String
    /// The names of the indexed properties, in the order given.
    public let propertyNames: [String]
    /// What was given and is no text property of the entity; opening the store reports it.
    let unknownProperties: [String]

    /// An index over properties of the type `String` or `String?`.
    public init<Model: PersistentModel>(_ properties: PartialKeyPath<Model>...) {
        var names: [String] = []
        var unknown: [String] = []
        for property in properties {
            let type = type(of: property as AnyKeyPath).valueType
            let isText = type == String.self || type == String?.self
            if isText, let name = KeyPathNames.name(of: property, in: Model.self) {
                if !names.contains(name) { names.append(name) }
            } else {
                unknown.append(String(describing: property))
            }
        }
        entityName = Schema.entityName(for: Model.self)
        propertyNames = names
        unknownProperties = unknown
    }

    /// The indexes of the attributes that carry ``Schema/Attribute/Option/fullText``, for entities that have none yet.
    static func marked(in schema: Schema, besides given: [FullTextIndex]) -> [FullTextIndex] {
        let covered = Set(given.map(\.entityName))
        return schema.entities.filter { !covered.contains($0.name) }.compactMap(FullTextIndex.init(markedIn:))
    }

    private init?(markedIn entity: Schema.Entity) {
        let marked = entity.storedProperties.compactMap { $0._kind.attribute }
            .filter { $0.options.contains(.fullText) }
        guard !marked.isEmpty else { return nil }
        let texts = marked.filter { $0.valueType == String.self || $0.valueType == String?.self }
        entityName = entity.name
        let names = texts.map(\.name)
        propertyNames = names
        unknownProperties = marked.map(\.name).filter { !names.contains($0) }
    }

    /// - Throws: ``SwiftDataError/unsupportedKeyPath`` where the index names something that is no text property.
    func validate() throws {
        guard let unknown = unknownProperties.first else {
            if propertyNames.isEmpty {
                throw SwiftDataError.unsupportedKeyPath.explained(
                    "The full-text index of \(entityName) has no property."
                )
            }
            return
        }
        throw SwiftDataError.unsupportedKeyPath.explained(
            "The full-text index of \(entityName) names \(unknown), which is no String property of it."
        )
    }
}
