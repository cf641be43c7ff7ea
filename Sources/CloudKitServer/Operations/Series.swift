import Metrics
import Synchronization

/// The name of a series: the metric's, and its labels as they are written.
struct SeriesName: Hashable, Sendable, CustomStringConvertible {
    let label: String
    /// The labels without their braces.
    let labels: String

    init(_ label: String, _ dimensions: [(String, String)]) {
        self.label = Self.plain(label)
        labels = dimensions.map { "\(Self.plain($0.0))=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    }

    var description: String { labels.isEmpty ? label : "\(label){\(labels)}" }

    /// The name of a part of the metric, with a label more.
    func part(_ suffix: String, _ more: String? = nil) -> String {
        let all = [labels, more ?? ""].filter { !$0.isEmpty }.joined(separator: ",")
        return label + suffix + (all.isEmpty ? "" : "{\(all)}")
    }

    /// Letters, digits and underscores only, as the format has it.
    private static func plain(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    private static func escaped(_ value: String) -> String {
        var text = ""
        for character in value {
            switch character {
            case "\\": text += "\\\\"
            case "\"": text += "\\\""
            case "\n": text += "\\n"
            default: text.append(character)
            }
        }
        return text
    }
}

/// A number that grows.
final class CountingHandler: CounterHandler {
    private let count = Atomic<Int64>(0)

    var value: Int64 { count.load(ordering: .relaxed) }

    func increment(by amount: Int64) {
        count.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() {
        count.store(0, ordering: .relaxed)
    }
}

/// A number that goes up and down.
final class GaugeHandler: MeterHandler, RecorderHandler {
    private let number = Mutex(0.0)

    var value: Double { number.withLock { $0 } }

    func set(_ value: Int64) {
        set(Double(value))
    }

    func set(_ value: Double) {
        number.withLock { $0 = value }
    }

    func increment(by amount: Double) {
        number.withLock { $0 += amount }
    }

    func decrement(by amount: Double) {
        number.withLock { $0 -= amount }
    }

    func record(_ value: Int64) {
        set(value)
    }

    func record(_ value: Double) {
        set(value)
    }
}

/// How many values fell below each of some bounds.
final class HistogramHandler: TimerHandler, RecorderHandler {
    /// In seconds: from what a cached answer takes to what nobody waits for.
    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private struct Counts {
        var counts = [Int](repeating: 0, count: HistogramHandler.bounds.count + 1)
        var sum = 0.0
    }

    private let state = Mutex(Counts())

    func recordNanoseconds(_ duration: Int64) {
        record(Double(duration) / 1_000_000_000)
    }

    func record(_ value: Int64) {
        record(Double(value))
    }

    func record(_ value: Double) {
        let place = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.counts[place] += 1
            state.sum += value
        }
    }

    /// The lines of the format, each bucket with those below it.
    func lines(_ name: SeriesName) -> [String] {
        let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
        var total = 0
        var lines: [String] = []
        for (place, count) in counts.enumerated() {
            total += count
            let bound = place < Self.bounds.count ? "\(Self.bounds[place])" : "+Inf"
            lines.append("\(name.part("_bucket", "le=\"\(bound)\"")) \(total)")
        }
        return lines + ["\(name.part("_sum")) \(sum)", "\(name.part("_count")) \(total)"]
    }
}
