import Foundation

extension Text.DateStyle {
    /// The words for a date, in the language, calendar and time zone of the one who reads.
    func text(of date: Date, _ environment: EnvironmentValues) -> String {
        let formatter = DateFormatter()
        formatter.locale = environment.locale
        formatter.timeZone = environment.timeZone
        formatter.calendar = environment.calendar
        let seconds = date.timeIntervalSince(environment.clock.now())
        switch kind {
        case .date:
            formatter.dateStyle = .long
            formatter.timeStyle = .none
            return formatter.string(from: date)
        case .time:
            formatter.dateStyle = .none
            formatter.timeStyle = .short
            return formatter.string(from: date)
        case .relative: return ElapsedTime.words(abs(seconds), environment)
        case .offset: return (seconds < 0 ? "−" : "+") + ElapsedTime.words(abs(seconds), environment)
        case .timer: return ElapsedTime.clock(abs(seconds))
        }
    }
}

/// A span of time as text.
enum ElapsedTime {
    private static let units: [(seconds: Int, name: OwnWord)] = [
        (365 * 86_400, .years), (30 * 86_400, .months), (7 * 86_400, .weeks), (86_400, .days), (3_600, .hours),
        (60, .minutes), (1, .seconds),
    ]

    /// The two largest units, as `2 hr, 5 min`.
    static func words(_ interval: TimeInterval, _ environment: EnvironmentValues) -> String {
        var rest = Int(min(max(0, interval), 1e12))
        guard rest > 0 else { return OwnWord.seconds.text(environment, .whole(0)) }
        var parts: [String] = []
        for unit in units where parts.count < 2 {
            let count = rest / unit.seconds
            rest -= count * unit.seconds
            if count > 0 {
                let word = unit.name == .days && count == 1 ? .day : unit.name
                parts.append(word.text(environment, .whole(Int64(count))))
            } else if !parts.isEmpty {
                break
            }
        }
        guard parts.count == 2 else { return parts.joined() }
        return OwnWord.spanJoint.text(environment, .text(parts[0]), .text(parts[1]))
    }

    /// As on a clock: `1:05:09`.
    static func clock(_ interval: TimeInterval) -> String {
        let whole = Int(min(max(0, interval), 1e12))
        let (hours, minutes, seconds) = (whole / 3_600, whole / 60 % 60, whole % 60)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds))" : "\(minutes):\(two(seconds))"
    }
}

/// The time, for views that show it.
struct ViewClock: Sendable {
    var now: @Sendable () -> Date
    /// Waits; ends early when its task is cancelled.
    var wait: @Sendable (Duration) async throws -> Void
}

/// Draws a view anew from time to time.
private final class Ticker: Attachment {
    private let start: () -> Task<Void, Never>
    private var task: Task<Void, Never>?

    init(_ start: @escaping () -> Task<Void, Never>) {
        self.start = start
        super.init()
        task = start()
    }
    override func appear() { task = start() }
    override func disappear() { task?.cancel() }
}

extension _RenderContext {
    /// Draws what stands here again after each interval.
    func tick(every interval: Duration) {
        let (marks, serial, clock) = (graph.marks, node.serial, environment.clock)
        _ = node.attachment("\(path)@\(interval)") {
            Ticker {
                Task {
                    while (try? await clock.wait(interval)) != nil { marks.mark(serial, body: false) }
                }
            }
        }
    }
}
