import Foundation
import Observation
import SwiftData
import Testing

@MainActor
struct HabitTests {
    private var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }

    @Test func previewModelShowsItsHabits() throws {
        let model = try HabitListModel.preview()
        #expect(model.habits.map(\.name) == ["Read", "Run", "Write"])
        model.searchText = "R"
        #expect(model.habits.map(\.name) == ["Read", "Run", "Write"])
        model.searchText = "ru"
        #expect(model.habits.map(\.name) == ["Run"])
        #expect(model.errorMessage == nil)
    }

    @Test func addMoveArchiveDelete() throws {
        let model = try HabitListModel.preview()
        model.add(name: "Stretch")
        #expect(model.habits.map(\.sortIndex) == [0, 1, 2, 3])
        model.move(from: 3, to: 0)
        #expect(model.habits.map(\.name) == ["Stretch", "Read", "Run", "Write"])
        model.archive(model.habits[1], at: .day(1))
        #expect(model.habits.map(\.name) == ["Stretch", "Run", "Write"])
        model.showsArchived = true
        #expect(model.habits.count == 4)
        #expect(model.habits[1].isArchived)
        model.delete(model.habits[0])
        #expect(model.habits.map(\.name) == ["Read", "Run", "Write"])
    }

    @Test func streaks() throws {
        let model = try HabitListModel.preview()
        let habit = model.habits[0]
        for day in [1, 2, 4, 5, 6] {
            model.checkIn(habit, on: .day(day))
        }
        #expect(habit.streak(endingAt: .day(6), calendar: calendar) == 3)
        #expect(habit.streak(endingAt: .day(2), calendar: calendar) == 2)
        #expect(habit.streak(endingAt: .day(7), calendar: calendar) == 0)
    }

    @Test func optionalToManyWithoutExplicitInverse() throws {
        let folder = try TemporaryFolder()
        let configuration = ModelConfiguration(url: folder.file("habits.store"), cloudKitDatabase: .none)
        do {
            let container = try ModelContainer(for: Habit.self, Checkin.self, configurations: configuration)
            let context = container.mainContext
            let habit = Habit(name: "Walk", goal: 2)
            habit.reminders = ["08:00", "20:00"]
            habit.isExpanded = true
            context.insert(habit)
            habit.checkins = [Checkin(day: .day(1), amount: 3, mood: .bad), Checkin(day: .day(2))]
            context.insert(Habit(name: "Empty"))
            try context.save()
        }
        let container = try ModelContainer(for: Habit.self, Checkin.self, configurations: configuration)
        let context = container.mainContext
        let walk = try #require(try context.fetch(FetchDescriptor<Habit>(predicate: #Predicate { $0.goal == 2 })).first)
        #expect(walk.checkins?.count == 2)
        #expect(walk.checkins?.allSatisfy { $0.habit === walk } == true)
        #expect(walk.reminders == ["08:00", "20:00"])
        #expect(walk.weekdays == [1, 2, 3, 4, 5, 6, 7])
        #expect(walk.isExpanded == false)

        let withCheckins = #Predicate<Habit> { ($0.checkins?.count ?? 0) > 0 }
        #expect(try context.fetch(FetchDescriptor(predicate: withCheckins)).map(\.name) == ["Walk"])

        context.delete(walk)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Checkin>()) == 0)
    }

    @Test func enumPredicate() throws {
        let model = try HabitListModel.preview()
        model.checkIn(model.habits[0], on: .day(1), mood: .bad)
        model.checkIn(model.habits[1], on: .day(2), mood: .good)
        let context = try #require(model.habits[0].modelContext)
        let bad = Checkin.Mood.bad
        let found = try context.fetch(FetchDescriptor<Checkin>(predicate: #Predicate { $0.mood == bad }))
        #expect(found.map(\.day) == [.day(1)])
        let good = try context.fetch(FetchDescriptor<Checkin>(predicate: #Predicate { $0.mood.rawValue == "good" }))
        #expect(good.map { $0.habit?.name } == ["Run"])
    }

    @Test func observationTracksModelProperties() throws {
        let model = try HabitListModel.preview()
        let habit = model.habits[0]
        let changed = Flag()
        withObservationTracking {
            _ = habit.name
        } onChange: {
            changed.raise()
        }
        habit.goal = 5
        #expect(changed.isRaised == false)
        habit.name = "Read more"
        #expect(changed.isRaised)
    }
}

private final class Flag: @unchecked Sendable {
    private let lock = NSLock()
    private var raised = false

    var isRaised: Bool {
        lock.withLock { raised }
    }

    func raise() {
        lock.withLock { raised = true }
    }
}
