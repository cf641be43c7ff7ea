import Observation

/// Runs a mutation of one property known by its plan only, between the two halves of an observation where anybody
/// observes the instance.
func notifyingObservers(of model: any PersistentModel, _ property: PropertyPlan, _ mutation: () -> Void) {
    guard let registrar = model._$state.extras?.registrar else { return mutation() }
    let observed = ObservedProperty(registrar: registrar, keyPath: property.keyPath)
    observed.tell(model, willSet: true)
    mutation()
    observed.tell(model, willSet: false)
}

/// Brings a key path of unknown type back to its type, which is what a registrar asks for.
private struct ObservedProperty {
    let registrar: ObservationRegistrar
    let keyPath: AnyKeyPath

    func tell(_ model: any PersistentModel, willSet: Bool) {
        func open<Value>(_ type: Value.Type) { tell(model, valueType: type, willSet: willSet) }
        _openExistential(type(of: keyPath).valueType, do: open)
    }

    private func tell<Model: PersistentModel, Value>(_ model: Model, valueType: Value.Type, willSet: Bool) {
        if let keyPath = keyPath as? KeyPath<Model, Value> {
            send(model, keyPath, willSet)
        } else if let rootType = type(of: keyPath).rootType as? any PersistentModel.Type {
            sendInherited(model, rootType, valueType, willSet)
        }
    }

    /// The property is declared by a superclass.
    private func sendInherited<Root: PersistentModel, Value>(
        _ model: some PersistentModel,
        _ rootType: Root.Type,
        _ valueType: Value.Type,
        _ willSet: Bool
    ) {
        guard let model = model as? Root, let keyPath = keyPath as? KeyPath<Root, Value> else { return }
        send(model, keyPath, willSet)
    }

    private func send<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>, _ willSet: Bool)
    {
        if willSet {
            registrar.willSet(model, keyPath: keyPath)
        } else {
            registrar.didSet(model, keyPath: keyPath)
        }
    }
}
