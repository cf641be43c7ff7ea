import Foundation
import SwiftData

// Old style: one global container, everything through a shared manager.

var errandContainer: ModelContainer = {
    let schema = Schema([
        Errand.self,
        ErrandTag.self,
    ])
    let modelConfiguration = ModelConfiguration(schema: schema, isStoredInMemoryOnly: true)

    do {
        return try ModelContainer(for: schema, configurations: [modelConfiguration])
    } catch {
        fatalError("Could not create ModelContainer: \(error)")
    }
}()

@Model
class Errand {
    var title: String = ""
    var due: Date?
    var priorityRaw: Int = Priority.normal.rawValue
    @Relationship(deleteRule: .nullify, inverse: \ErrandTag.errands) var tags: [ErrandTag]?
    @Relationship(deleteRule: .cascade, inverse: \Errand.parent) var children: [Errand]?
    var parent: Errand?

    enum Priority: Int, CaseIterable {
        case low, normal, high
    }

    var priority: Priority {
        get { Priority(rawValue: priorityRaw) ?? .normal }
        set { priorityRaw = newValue.rawValue }
    }

    init(title: String, due: Date? = nil, priority: Priority = .normal) {
        self.title = title
        self.due = due
        self.priorityRaw = priority.rawValue
    }
}

@Model
class ErrandTag {
    var name: String = ""
    var errands: [Errand]?

    init(name: String) {
        self.name = name
    }
}

final class ErrandManager {
    static let shared = ErrandManager()

    private(set) lazy var context = ModelContext(errandContainer)

    private init() {}

    enum Filter: Equatable {
        case all
        case dueBefore(Date)
        case tagged(String)
        case priority(Errand.Priority)
    }

    func errands(_ filter: Filter = .all) -> [Errand] {
        var descriptor = FetchDescriptor<Errand>()
        descriptor.sortBy = [SortDescriptor(\.priorityRaw, order: .reverse), SortDescriptor(\.title)]
        switch filter {
        case .all:
            break
        case .dueBefore(let date):
            descriptor.predicate = #Predicate { $0.due != nil && $0.due! < date }
        case .tagged(let name):
            descriptor.predicate = #Predicate { errand in
                errand.tags.flatMap { tags in tags.contains { $0.name == name } } == true
            }
        case .priority(let priority):
            let raw = priority.rawValue
            descriptor.predicate = #Predicate { $0.priorityRaw == raw }
        }
        return (try? context.fetch(descriptor)) ?? []
    }

    func reset() {
        try? context.delete(model: Errand.self)
        try? context.delete(model: ErrandTag.self)
        try? context.save()
    }
}
