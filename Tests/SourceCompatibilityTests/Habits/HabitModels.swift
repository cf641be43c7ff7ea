import SwiftData

// Only SwiftData is imported here: Date, UUID and Calendar come with it.

@Model class Habit {
    var id: UUID = UUID()
    var name: String = ""
    var symbol: String?
    var weekdays: [Int] = [1, 2, 3, 4, 5, 6, 7]
    var reminders: Set<String> = []
    var goal: Int = 1
    var archivedAt: Date?
    var sortIndex: Int = 0
    private(set) var createdAt: Date = Date()
    @Relationship(deleteRule: .cascade) var checkins: [Checkin]? = []

    @Transient var isExpanded: Bool = false

    init(name: String, goal: Int = 1, sortIndex: Int = 0) {
        self.name = name
        self.goal = goal
        self.sortIndex = sortIndex
    }

    var isArchived: Bool { archivedAt != nil }

    func streak(endingAt day: Date, calendar: Calendar) -> Int {
        let days = Set((checkins ?? []).map { calendar.startOfDay(for: $0.day) })
        var count = 0
        var current = calendar.startOfDay(for: day)
        while days.contains(current) {
            count += 1
            guard let previous = calendar.date(byAdding: .day, value: -1, to: current) else { break }
            current = previous
        }
        return count
    }
}

@Model class Checkin {
    var day: Date = Date()
    var amount: Int = 1
    var mood: Mood = Checkin.Mood.neutral
    var habit: Habit?

    init(day: Date, amount: Int = 1, mood: Mood = .neutral) {
        self.day = day
        self.amount = amount
        self.mood = mood
    }

    enum Mood: String, Codable {
        case bad, neutral, good
    }
}
