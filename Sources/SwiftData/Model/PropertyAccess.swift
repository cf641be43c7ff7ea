import Observation

// What the generated accessors call. A read of a loaded value in an instance that nothing happened to costs two
// comparisons; everything else leaves the fast path.

extension PersistentModel {
    /// Called before a property is read: tells the observers, and loads the value where it is not there.
    @inlinable
    public func _$willGet<Value>(
        _ keyPath: @autoclosure () -> KeyPath<Self, Value>,
        _ ordinal: Int,
        _ isLoaded: Bool
    ) {
        if isLoaded, !_$state._needsCare() { return }
        _$attend(keyPath(), ordinal, isLoaded)
    }

    @usableFromInline
    func _$attend<Value>(_ keyPath: KeyPath<Self, Value>, _ ordinal: Int, _ isLoaded: Bool) {
        let state = _$state
        state.graph?.catchUp(state)
        if ObservationProbe.isTracking { state.registrar.access(self, keyPath: keyPath) }
        var visitor = LoadCheck()
        _$visit(ordinal, &visitor)
        guard !visitor.isLoaded else { return }
        if let graph = state.graph {
            graph.load(self, ordinal)
            if visitor.isDiverged { graph.recordRead(of: self, ordinal) }
        } else {
            decodeDetached(self, ordinal)
        }
    }

    /// Called in place of a plain assignment of an attribute.
    @_disfavoredOverload
    @inlinable
    public func _$set<Value>(
        _ keyPath: @autoclosure () -> KeyPath<Self, Value>,
        _ ordinal: Int,
        _ newValue: Value,
        _ store: () -> Void
    ) {
        if _$state._isAlreadyMarked(ordinal) { return store() }
        _$setSlowly(keyPath(), ordinal, newValue, store)
    }

    @usableFromInline
    func _$setSlowly<Value>(
        _ keyPath: KeyPath<Self, Value>,
        _ ordinal: Int,
        _ newValue: Value,
        _ store: () -> Void
    ) {
        let state = _$state
        if let graph = state.graph {
            graph.catchUp(state)
            graph.recordMergeBase(of: self, ordinal)
            graph.willChange(self, keyPath, ordinal)
            graph.markChanged(self, ordinal)
        }
        if let survivor = state.extras?.survivor { forward(newValue, at: keyPath, to: survivor) }
        notifying(keyPath, store)
    }

    /// Called in place of a plain assignment of a to-one relationship that must have a target.
    public func _$set<Target: PersistentModel>(
        _ keyPath: @autoclosure () -> KeyPath<Self, Target>,
        _ ordinal: Int,
        _ newValue: Target,
        _ store: () -> Void
    ) {
        setTarget(keyPath(), ordinal, newValue, newValue, store)
    }

    /// Called in place of a plain assignment of a to-one relationship.
    public func _$set<Target: PersistentModel>(
        _ keyPath: @autoclosure () -> KeyPath<Self, Target?>,
        _ ordinal: Int,
        _ newValue: Target?,
        _ store: () -> Void
    ) {
        setTarget(keyPath(), ordinal, newValue, newValue, store)
    }

    /// Called in place of a plain assignment of a to-many relationship.
    public func _$set<Targets: RelationshipCollection>(
        _ keyPath: @autoclosure () -> KeyPath<Self, Targets>,
        _ ordinal: Int,
        _ newValue: Targets,
        _ store: () -> Void
    ) {
        let keyPath = keyPath()
        if let survivor = _$state.extras?.survivor {
            forward(newValue, at: keyPath, to: survivor)
            return notifying(keyPath, store)
        }
        guard let graph = _$state.graph ?? graphForLinking(newValue.models, ordinal) else {
            return notifying(keyPath, store)
        }
        graph.catchUp(_$state)
        if graph.appendMember(of: newValue, to: self, ordinal, { notifying(keyPath, store) }) { return }
        let old: Targets? = graph.recordsUndo ? graph.withoutRecordingReads { self[keyPath: keyPath] } : nil
        let order = old == nil ? nil : graph.changedLists.orderState(self, ordinal)
        let assigned = newValue.models
        // For this assignment alone: its observers may assign other properties.
        let base = graph.assignmentBase.take()
        let result = graph.setTargets(of: self, ordinal, to: assigned, comparedWith: base) {
            notifying(keyPath, store)
        }
        if let old, let order {
            graph.undoRecorder?.didAssign(to: self, keyPath, from: old, result: result, order: order)
        }
    }

    private func setTarget<Value>(
        _ keyPath: KeyPath<Self, Value>,
        _ ordinal: Int,
        _ value: Value,
        _ target: (any PersistentModel)?,
        _ store: () -> Void
    ) {
        let targets = target.map { [$0] } ?? []
        if let survivor = _$state.extras?.survivor {
            forward(value, at: keyPath, to: survivor)
            return notifying(keyPath, store)
        }
        guard let graph = graphForLinking(targets, ordinal) else { return notifying(keyPath, store) }
        graph.catchUp(_$state)
        graph.willChangeTarget(self, keyPath, ordinal)
        graph.setTarget(of: self, ordinal, to: target) { notifying(keyPath, store) }
    }

    /// The graph that keeps both ends of a new link in step; linking a new object to one in a context brings it there.
    private func graphForLinking(_ targets: [any PersistentModel], _ ordinal: Int) -> ObjectGraph? {
        if let graph = _$state.graph { return graph }
        guard !_$state.flags.contains(.gone),
            let graph = targets.lazy.compactMap({ $0._$state.graph }).first,
            graph.registry(for: type(of: self))?.plan.properties[ordinal].relationship?.inverse != nil
        else { return nil }
        graph.insert(self)
        return graph
    }

    /// Runs a mutation between the two halves of an observation, where anybody observes.
    func notifying<Value>(_ keyPath: KeyPath<Self, Value>, _ mutation: () -> Void) {
        if let registrar = _$state.extras?.registrar {
            registrar.withMutation(of: self, keyPath: keyPath, mutation)
        } else {
            mutation()
        }
    }

    private func forward<Value>(_ value: Value, at keyPath: KeyPath<Self, Value>, to survivor: any PersistentModel) {
        guard let survivor = survivor as? Self,
            let writable = keyPath as? ReferenceWritableKeyPath<Self, Value>
        else { return }
        survivor[keyPath: writable] = value
    }
}

extension _ModelState {
    /// Whether a read must leave the fast path: somebody saved since the last look, or somebody observes.
    @usableFromInline
    func _needsCare() -> Bool {
        (epoch != SaveEpoch.current && graph != nil) || ObservationProbe.isTracking
    }

    /// Whether writing the property changes nothing but the value itself.
    @usableFromInline
    func _isAlreadyMarked(_ ordinal: Int) -> Bool {
        if let extras, !extras.isQuiet || ordinal >= DirtyMask.sharedBit { return false }
        guard isRegistered else { return true }
        // The context comes last: what is called while it is held costs two atomic counts.
        guard DirtyMask.contains(dirty, ordinal), epoch == SaveEpoch.current, let graph else { return false }
        return !graph.recordsUndo && !graph.announcesEveryChange
    }
}

/// Decodes the JSON of an attribute whose object is in no context any more.
private func decodeDetached(_ model: some PersistentModel, _ ordinal: Int) {
    var decoder = EncodedSlotDecoder()
    model._$visit(ordinal, &decoder)
}
