/// Turns rows of the history into changes that carry the model's type.
final class HistoryResolver: @unchecked Sendable {
    /// An entity as it was when changes were written.
    struct Layout {
        let name: String
        let properties: [String]
    }

    let storeIdentifier: String
    private let layouts: [Int64: Layout]
    private let modelTypes: [String: any PersistentModel.Type]

    init(
        storeIdentifier: String,
        layouts: [Int64: Layout],
        modelTypes: [String: any PersistentModel.Type]
    ) {
        self.storeIdentifier = storeIdentifier
        self.layouts = layouts
        self.modelTypes = modelTypes
    }

    /// Reads the names of entities and properties that the history uses.
    convenience init(
        _ connection: OpaquePointer,
        storeIdentifier: String,
        modelTypes: [String: any PersistentModel.Type]
    ) throws {
        let statement = try RawStatement(connection, "SELECT id, name, properties FROM _history_entity")
        var layouts: [Int64: Layout] = [:]
        while try statement.step() {
            let properties = (statement.text(2) ?? "").split(separator: " ").map(String.init)
            layouts[statement.integer(0)] = Layout(name: statement.text(1) ?? "", properties: properties)
        }
        self.init(storeIdentifier: storeIdentifier, layouts: layouts, modelTypes: modelTypes)
    }

    func entityName(of record: HistoryRecord) -> String {
        layouts[record.entity]?.name ?? ""
    }

    /// The changes of a row; none where the schema no longer has the entity, since a change carries its class.
    func changes(of record: HistoryRecord, transaction: Int64) -> [HistoryChange] {
        guard record.lastKey >= record.firstKey, let layout = layouts[record.entity],
            let type = modelTypes[layout.name]
        else { return [] }
        return changes(of: record, layout, type, transaction: transaction)
    }

    private func changes<Model: PersistentModel>(
        of record: HistoryRecord,
        _ layout: Layout,
        _ type: Model.Type,
        transaction: Int64
    ) -> [HistoryChange] {
        let scope = IdentifierScope.shared(storeIdentifier: storeIdentifier, entityName: layout.name)
        let updated = record.kind == .update ? properties(of: type, layout, record.mask) : []
        return (record.firstKey...record.lastKey).map { key in
            let number = record.number + (key - record.firstKey)
            let identifier = PersistentIdentifier(scope: scope, key: .row(key))
            switch record.kind {
            case .insert:
                return .insert(
                    DefaultHistoryInsert<Model>(
                        transactionIdentifier: transaction,
                        changeIdentifier: number,
                        changedPersistentIdentifier: identifier
                    )
                )
            case .update:
                return .update(
                    DefaultHistoryUpdate<Model>(
                        transactionIdentifier: transaction,
                        changeIdentifier: number,
                        changedPersistentIdentifier: identifier,
                        updatedAttributes: updated
                    )
                )
            case .delete:
                return .delete(
                    DefaultHistoryDelete<Model>(
                        transactionIdentifier: transaction,
                        changeIdentifier: number,
                        changedPersistentIdentifier: identifier,
                        tombstone: HistoryTombstoneCoder.tombstone(of: type, from: record.tombstone)
                    )
                )
            }
        }
    }

    private func properties<Model: PersistentModel>(
        of type: Model.Type,
        _ layout: Layout,
        _ mask: UInt64
    ) -> [any PartialKeyPath<Model> & Sendable] {
        let known = HistoryProperties<Model>.byName
        return layout.properties.enumerated().compactMap { ordinal, name in
            DirtyMask.contains(mask, ordinal) ? known[name] : nil
        }
    }
}
