/// What is to happen, and when, in milliseconds; of two things at the same moment the one that was entered first.
struct Timetable {
    private struct Entry {
        let time: Int64
        let number: Int
        let action: () -> Void
    }

    /// By time, the next one last.
    private var entries: [Entry] = []
    private var lastNumber = 0

    var next: Int64? { entries.last?.time }
    var isEmpty: Bool { entries.isEmpty }

    mutating func enter(at time: Int64, _ action: @escaping () -> Void) {
        lastNumber += 1
        let entry = Entry(time: time, number: lastNumber, action: action)
        let place = entries.lastIndex { ($0.time, $0.number) > (entry.time, entry.number) }
        entries.insert(entry, at: place.map { $0 + 1 } ?? 0)
    }

    mutating func removeNext() -> (time: Int64, action: () -> Void)? {
        entries.popLast().map { ($0.time, $0.action) }
    }

    mutating func removeAll() { entries = [] }
}
