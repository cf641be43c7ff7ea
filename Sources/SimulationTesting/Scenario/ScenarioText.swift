/// The text format of scenarios: a head, then one line for each event and each message with a fate of its own.
///
///     # An idea is changed on two devices.
///     app ideabox
///     devices 2
///     at 0 d0 creates i0
///     at 20 d0 syncs
///     at 900 d1 syncs
///     request d1 changes/zone 1: answer lost
package enum ScenarioText {
    /// A line that cannot be read.
    package struct Unreadable: Error, CustomStringConvertible {
        package let line: Int
        package let text: String

        package var description: String { "line \(line) is not understood: \(text)" }
    }

    /// The scenario of a text.
    ///
    /// - Throws: ``Unreadable`` for the first line that cannot be read.
    package static func parse(_ text: String) throws -> Scenario {
        var scenario = Scenario()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = String(line)
            guard !line.allSatisfy(\.isWhitespace) else { continue }
            guard read(line, into: &scenario) else { throw Unreadable(line: index + 1, text: line) }
        }
        scenario.events = scenario.events.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            return (first.time, first.step, left.offset) < (second.time, second.step, right.offset)
        }.map(\.element)
        return scenario
    }

    private static func read(_ line: String, into scenario: inout Scenario) -> Bool {
        if line.hasPrefix("#") {
            scenario.comment.append(String(line.dropFirst().drop { $0 == " " }))
            return true
        }
        var words = ScenarioWords(line)
        switch words.next() {
        case "at":
            guard let event = event(&words) else { return false }
            scenario.events.append(event)
            return words.isAtEnd
        case "request":
            guard let (key, delivery) = delivery(&words) else { return false }
            scenario.deliveries[key] = delivery.isUsual ? nil : delivery.normalized
            return words.isAtEnd
        case .some(let word): return readHead(word, &words, into: &scenario) && words.isAtEnd
        case nil: return true
        }
    }

    private static func readHead(_ word: String, _ words: inout ScenarioWords, into scenario: inout Scenario) -> Bool {
        switch word {
        case "app":
            guard let kind = words.next().flatMap(RunKind.init(rawValue:)) else { return false }
            scenario.kind = kind
            if words.skip("by") { scenario.isAutomatic = words.skip("itself") }
        case "beside": scenario.hasAlarms = words.skip("alarmclock")
        case "devices":
            guard let number: Int = words.number() else { return false }
            scenario.devices = number
        case "stores": scenario.isInMemory = words.skip("in") && words.skip("memory")
        case "faults":
            while let word = words.next() {
                guard let fault = Fault(rawValue: word) else { return false }
                scenario.faults.insert(fault)
            }
        case "identifiers":
            guard let seed: UInt64 = words.number() else { return false }
            scenario.identifiers = seed
        case "order":
            guard let seed: UInt64 = words.number() else { return false }
            scenario.order = seed
        case "lasts":
            guard let duration: Int64 = words.number() else { return false }
            scenario.duration = duration
        default: return false
        }
        return true
    }

    private static func event(_ words: inout ScenarioWords) -> ScenarioEvent? {
        guard let moment = words.next() else { return nil }
        let parts = moment.split(separator: "+")
        guard let time = parts.first.flatMap({ Int64($0) }), let subject = words.next() else { return nil }
        let step = parts.count > 1 ? Int(parts[1]) : 0
        guard let step else { return nil }
        if subject == "service" || subject == "time" {
            let isTime = subject == "time"
            let found = isTime ? ScenarioAction(timeWords: &words) : ScenarioAction(serviceWords: &words)
            guard let action = found else { return nil }
            return ScenarioEvent(time: time, step: step, device: nil, action: action)
        }
        guard let device = deviceNumber(subject) else { return nil }
        guard let action = ScenarioAction(deviceWords: &words) else { return nil }
        return ScenarioEvent(time: time, step: step, device: device, action: action)
    }

    private static func deviceNumber(_ word: String) -> Int? {
        word.hasPrefix("d") ? Int(word.dropFirst()) : nil
    }

    private static func delivery(_ words: inout ScenarioWords) -> (MessageKey, Delivery)? {
        guard let device = words.next().flatMap(deviceNumber), let endpoint = words.next() else { return nil }
        guard let number = words.next(), number.hasSuffix(":"), let count = Int(number.dropLast()) else { return nil }
        guard let delivery = Delivery(&words) else { return nil }
        return (MessageKey(device: device, endpoint: endpoint, number: count), delivery)
    }

    // MARK: Writing

    /// The text of a scenario.
    package static func text(of scenario: Scenario) -> String {
        var lines = scenario.comment.map { $0.isEmpty ? "#" : "# \($0)" }
        lines.append("app \(scenario.kind.rawValue)\(scenario.isAutomatic ? " by itself" : "")")
        lines.append("devices \(scenario.devices)")
        if scenario.hasAlarms { lines.append("beside alarmclock") }
        if scenario.isInMemory { lines.append("stores in memory") }
        if !scenario.faults.isEmpty { lines.append("faults \(FaultPlan(scenario.faults).words)") }
        lines.append("identifiers \(scenario.identifiers)")
        if let order = scenario.order { lines.append("order \(order)") }
        if scenario.duration != Scenario().duration { lines.append("lasts \(scenario.duration)") }
        for event in scenario.events {
            let moment = event.step > 0 ? "\(event.time)+\(event.step)" : "\(event.time)"
            lines.append("at \(moment) \(event.device.map { "d\($0)" } ?? event.action.subject) \(event.action.words)")
        }
        for (key, delivery) in scenario.deliveries.sorted(by: { $0.key < $1.key }) where !delivery.isUsual {
            lines.append("request d\(key.device) \(key.endpoint) \(key.number): \(delivery.words)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// The words of a line, one after the other.
struct ScenarioWords {
    private var words: ArraySlice<Substring>

    init(_ line: String) { words = line.split(separator: " ")[...] }

    var isAtEnd: Bool { words.isEmpty }

    mutating func next() -> String? { words.popFirst().map(String.init) }

    /// Whether the next word is this one, which is then behind.
    mutating func skip(_ word: String) -> Bool {
        guard words.first.map({ $0 == word }) == true else { return false }
        words.removeFirst()
        return true
    }

    mutating func number<Number: FixedWidthInteger>() -> Number? { next().flatMap { Number($0) } }
}
