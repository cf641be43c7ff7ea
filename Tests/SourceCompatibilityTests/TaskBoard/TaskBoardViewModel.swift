import Foundation
import Observation
import SwiftData

@MainActor
@Observable
final class TaskBoardViewModel {
    enum Filter: Hashable {
        case all, mine, urgent, search(String)
    }

    private(set) var tasks: [BoardTask] = []
    private(set) var error: (any Error)?
    var selection: Set<PersistentIdentifier> = []
    var filter: Filter = .all {
        didSet { if filter != oldValue { reload() } }
    }

    @ObservationIgnored private let modelContext: ModelContext
    @ObservationIgnored private let me: TeamMember

    init(modelContext: ModelContext, me: TeamMember) {
        self.modelContext = modelContext
        self.me = me
        reload()
    }

    private var descriptor: FetchDescriptor<BoardTask> {
        switch filter {
        case .all: .all
        case .mine: .owned(by: me)
        case .urgent: FetchDescriptor(predicate: TaskPredicates.urgent, sortBy: [SortDescriptor(\.title)])
        case .search(let text):
            FetchDescriptor(predicate: TaskPredicates.search(text, in: TaskState.allCases), sortBy: [.init(\.title)])
        }
    }

    func reload() {
        do {
            tasks = try modelContext.fetch(descriptor)
            error = nil
        } catch {
            self.error = error
        }
    }

    func add(_ title: String) {
        let task = BoardTask(title: title, owner: me)
        modelContext.insert(task)
        save()
    }

    func deleteSelection() {
        for id in selection {
            guard let task: BoardTask = modelContext.registeredModel(for: id) else { continue }
            modelContext.delete(task)
        }
        selection.removeAll()
        save()
    }

    func toggle(_ task: BoardTask) {
        task.state = task.state == .done ? .open : .done
        task.flags.formUnion(.starred)
        save()
    }

    var selectedTitles: [String] {
        selection.compactMap { (modelContext.model(for: $0) as? BoardTask)?.title }.sorted()
    }

    private func save() {
        do {
            if modelContext.hasChanges { try modelContext.save() }
        } catch {
            self.error = error
            modelContext.rollback()
        }
        reload()
    }
}
