/// Writes down what a person does to objects, each property with what was shown there before.
struct TaleWriter {
    unowned let world: World
    let device: Int
    let tale: ReferenceWritableKeyPath<World, LibraryTale>
    /// What the device showed before.
    let shown: Graph

    func log(_ words: String) { world.note("d\(device) \(words)") }

    /// An object was made.
    func made(_ object: String, _ properties: [String: String]) {
        world[keyPath: tale].make(object)
        log("makes \(object)")
        wrote(object, properties, isNew: true)
    }

    /// Properties of an object have other values; some, `mayShow` says which, may have shown what nobody wrote.
    func wrote(
        _ object: String,
        _ properties: [String: String],
        isNew: Bool = false,
        mayShow: (_ property: String, _ value: String) -> Bool = { _, _ in false }
    ) {
        for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
            let seen = isNew ? nil : shown.objects[object]?[name]
            let property = LibraryTale.Property(object, name)
            let isKnown = world[keyPath: tale].write(property, value, seen: seen, device: device)
            if !isKnown, let seen, !mayShow(name, seen) {
                let words = "d\(device) shows \(property) as \(seen), which nobody wrote"
                world.report(Violation(.exactlyOnce, words))
            }
            log("writes \(property) = \(value)")
        }
    }

    /// Objects were deleted together.
    func deleted(_ objects: Set<String>) {
        world[keyPath: tale].deleted.formUnion(objects)
        log("deletes \(objects.sorted().joined(separator: " "))")
    }
}
