import Foundation
import SwiftData

@Model
final class Questionnaire {
    var title: String
    var answers: [String: String] = [:]
    var reviewer: Reviewer?
    @Relationship(deleteRule: .cascade, inverse: \Question.questionnaire) var questions: [Question] = []

    init(title: String) { self.title = title }
}

@Model
final class Question {
    var text: String
    var weight: Int = 1
    var questionnaire: Questionnaire?

    init(text: String) { self.text = text }
}

@Model
final class Reviewer {
    var name: String
    init(name: String) { self.name = name }
}

/// One editable line of a form, whatever the model.
struct FormField<Root: PersistentModel>: Identifiable {
    let id: String
    let read: (Root) -> String
    let write: (Root, String) -> Void

    init(_ id: String, _ keyPath: ReferenceWritableKeyPath<Root, String>) {
        self.id = id
        read = { $0.getValue(forKey: keyPath) }
        write = { $0.setValue(forKey: keyPath, to: $1) }
    }

    init<Value: LosslessStringConvertible & Codable>(
        number id: String,
        _ keyPath: ReferenceWritableKeyPath<Root, Value>
    ) {
        self.id = id
        read = { String($0[keyPath: keyPath]) }
        write = { model, text in
            if let value = Value(text) { model[keyPath: keyPath] = value }
        }
    }
}

/// Edits a copy in a context of its own and hands it over only when asked.
final class FormEditor<Root: PersistentModel> {
    let fields: [FormField<Root>]
    let draft: Root
    private let context: ModelContext

    init?(editing id: PersistentIdentifier, fields: [FormField<Root>], in container: ModelContainer) {
        context = ModelContext(container)
        context.autosaveEnabled = false
        guard let draft = context.model(for: id) as? Root else { return nil }
        self.draft = draft
        self.fields = fields
    }

    var values: [String] { fields.map { $0.read(draft) } }

    var isEdited: Bool { context.hasChanges }

    func set(_ id: String, to text: String) {
        fields.first { $0.id == id }?.write(draft, text)
    }

    func save() throws { try context.save() }

    func cancel() { context.rollback() }
}

/// A type-erased list for the overview screen.
struct AnyModelList {
    let title: String
    let count: (ModelContext) throws -> Int
    let clear: (ModelContext) throws -> Void

    init<T: PersistentModel>(_ type: T.Type) {
        title = Schema.entityName(for: type)
        count = { try $0.fetchCount(FetchDescriptor<T>()) }
        clear = { context in
            for model in try context.fetch(FetchDescriptor<T>()) { context.delete(model) }
            try context.save()
        }
    }

    static func all(_ types: [any PersistentModel.Type]) -> [AnyModelList] {
        types.map { make($0) }
    }

    private static func make(_ type: any PersistentModel.Type) -> AnyModelList {
        func open<T: PersistentModel>(_ type: T.Type) -> AnyModelList { AnyModelList(type) }
        return open(type)
    }
}
