import SwiftData

/// A relationship to one object or none.
final class ToOneProperty<Target: Record>: RecordProperty, @unchecked Sendable {
    private var place: Place<Target?> { Place(ordinal: ordinal) }

    override func makeCell() -> Cell { ToOneCell<Target>() }
    override func keyPath<Model: Record>(in model: Model.Type) -> PartialKeyPath<Model> { \Model.[one: place] }
    override func optionalKeyPath<Model: Record>(in model: Model.Type) -> AnyKeyPath { \Model?.?[one: place] }
    override func targets(of record: Record) -> [Record] { record[one: place].map { [$0] } ?? [] }

    override func assign(_ targets: [Record], to record: Record, isNew: Bool) {
        let target = targets.first as? Target
        if isNew {
            unsafeDowncast(record.cells[ordinal], to: LinkCell<Target?>.self).slot = .init(target)
        } else {
            record[one: place] = target
        }
    }
}

/// A relationship to one object that must be there.
final class RequiredProperty<Target: Record>: RecordProperty, @unchecked Sendable {
    private var place: Place<Target> { Place(ordinal: ordinal) }

    override func makeCell() -> Cell { RequiredCell<Target>() }
    override func keyPath<Model: Record>(in model: Model.Type) -> PartialKeyPath<Model> { \Model.[required: place] }
    override func optionalKeyPath<Model: Record>(in model: Model.Type) -> AnyKeyPath { \Model?.?[required: place] }
    override func targets(of record: Record) -> [Record] { [record[required: place]] }

    override func assign(_ targets: [Record], to record: Record, isNew: Bool) {
        guard let target = targets.first as? Target else { return }
        if isNew {
            unsafeDowncast(record.cells[ordinal], to: LinkCell<Target>.self).slot = .init(target)
        } else {
            record[required: place] = target
        }
    }
}

/// A relationship to many objects.
final class ToManyProperty<Target: Record>: RecordProperty, @unchecked Sendable {
    private var place: Place<[Target]> { Place(ordinal: ordinal) }

    override func makeCell() -> Cell { ToManyCell<Target>() }
    override func keyPath<Model: Record>(in model: Model.Type) -> PartialKeyPath<Model> { \Model.[many: place] }
    override func optionalKeyPath<Model: Record>(in model: Model.Type) -> AnyKeyPath { \Model?.?[many: place] }
    override func defaultValue() -> Any? { [] as [Target] }
    override func targets(of record: Record) -> [Record] { record[many: place] }

    override func assign(_ targets: [Record], to record: Record, isNew: Bool) {
        let targets = targets.compactMap { $0 as? Target }
        if isNew {
            unsafeDowncast(record.cells[ordinal], to: LinkCell<[Target]>.self).slot = .init(targets)
        } else {
            record[many: place] = targets
        }
    }
}
