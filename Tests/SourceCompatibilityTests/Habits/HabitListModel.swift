import Foundation
import Observation
import SwiftData

@MainActor
@Observable
class HabitListModel {
    var habits: [Habit] = []
    var searchText = "" {
        didSet { reload() }
    }
    var showsArchived = false {
        didSet { reload() }
    }
    var errorMessage: String?

    private let container: ModelContainer
    private let context: ModelContext

    init(context: ModelContext) {
        self.container = context.container
        self.context = context
        reload()
    }

    static func preview() throws -> HabitListModel {
        let container = try ModelContainer(
            for: Habit.self,
            Checkin.self,
            configurations: ModelConfiguration(isStoredInMemoryOnly: true)
        )
        let names = ["Read", "Run", "Write"]
        for (index, name) in names.enumerated() {
            container.mainContext.insert(Habit(name: name, sortIndex: index))
        }
        return HabitListModel(context: container.mainContext)
    }

    func reload() {
        let showsArchived = showsArchived
        let searchText = searchText
        let descriptor = FetchDescriptor<Habit>(
            predicate: #Predicate { habit in
                (showsArchived || habit.archivedAt == nil)
                    && (searchText.isEmpty ? true : habit.name.localizedStandardContains(searchText))
            },
            sortBy: [SortDescriptor(\.sortIndex), SortDescriptor(\.name)]
        )
        do {
            habits = try context.fetch(descriptor)
        } catch {
            errorMessage = error.localizedDescription
        }
    }

    func add(name: String) {
        let habit = Habit(name: name, sortIndex: (habits.last?.sortIndex ?? -1) + 1)
        context.insert(habit)
        saveAndReload()
    }

    func move(from source: Int, to destination: Int) {
        let habit = habits.remove(at: source)
        habits.insert(habit, at: destination)
        for (index, habit) in habits.enumerated() {
            habit.sortIndex = index
        }
        saveAndReload()
    }

    func checkIn(_ habit: Habit, on day: Date, mood: Checkin.Mood = .good) {
        habit.checkins?.append(Checkin(day: day, mood: mood))
        saveAndReload()
    }

    func archive(_ habit: Habit, at date: Date) {
        habit.archivedAt = date
        saveAndReload()
    }

    func delete(_ habit: Habit) {
        context.delete(habit)
        saveAndReload()
    }

    private func saveAndReload() {
        do {
            try context.save()
        } catch {
            errorMessage = error.localizedDescription
        }
        reload()
    }
}
