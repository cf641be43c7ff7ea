import Foundation

extension DataStoreAdapter {
    func save(
        _ changes: GraphChanges,
        in graph: ObjectGraph,
        beforeCommit: () throws -> Void
    ) throws -> SaveOutcome {
        for model in changes.inserted + changes.changed { try ModelProperties.checkTransformers(of: model) }
        // A custom store commits by itself, so the others are written first.
        try beforeCommit()
        try graph.runBatchDeletions(of: self, EditingState(id: state(of: graph).id, author: changes.author))
        guard !changes.isEmpty else { return SaveOutcome() }
        let request = DataStoreSaveChangesRequest(
            editingState: EditingState(id: state(of: graph).id, author: changes.author),
            inserted: changes.inserted.map(snapshot),
            updated: changes.changed.map(snapshot),
            deleted: changes.deleted.map(snapshot)
        )
        let result = try access { try $0.save(request) }
        var outcome = SaveOutcome()
        for model in changes.inserted {
            let temporary = model.persistentModelID
            guard let permanent = result.remappedIdentifiers[temporary] else {
                throw SwiftDataError.modelValidationFailure.explained(
                    "The store \(identifier) gave \(temporary) no permanent identifier in its save result."
                )
            }
            guard let key = key(of: permanent) else {
                throw SwiftDataError.modelValidationFailure.explained(
                    "The store \(identifier) gave \(temporary) an identifier of another store: \(permanent)."
                )
            }
            outcome.assignedKeys.append((model, key))
        }
        outcome.customToken = result.historyToken
        let changed = Array(result.snapshotsToReregister.values)
        if !changed.isEmpty {
            outcome.afterwards = { graph in
                _ = graph.loading { try self.instances(of: changed, in: graph, overwriting: true) }
            }
        }
        return outcome
    }

    private func snapshot(of model: any PersistentModel) -> Store.Snapshot {
        var related: [PersistentIdentifier: any BackingData] = [:]
        return Store.Snapshot(from: backingData(of: model), relatedBackingDatas: &related)
    }

    private func backingData<Model: PersistentModel>(of model: Model) -> any BackingData {
        SnapshotBackingData(of: model)
    }
}
