/// Makes a scenario smaller for as long as it shows what it is to show (Zeller and Hildebrandt's delta debugging).
package struct ScenarioReducer {
    /// Whether a scenario still shows it.
    private let isInteresting: (Scenario) throws -> Bool
    /// Seeds of an order of tasks that are tried in place of the recorded run's.
    private static let orders: UInt64 = 40

    /// A reducer for what a predicate recognises.
    package init(_ isInteresting: @escaping (Scenario) throws -> Bool) {
        self.isInteresting = isInteresting
    }

    /// A small scenario that shows the same; nil if the given one does not show it in any order of tasks.
    ///
    /// - Throws: What the predicate throws.
    package func reduce(_ scenario: Scenario) throws -> Scenario? {
        guard var current = try start(scenario) else { return nil }
        var previous: Scenario?
        while previous != current {
            previous = current
            try reduceEvents(&current)
            try reduceDeliveries(&current)
            try reduceHead(&current)
        }
        return current
    }

    /// The scenario with usual latencies and tasks in the order of their arrival, or what is nearest to that.
    private func start(_ scenario: Scenario) throws -> Scenario? {
        var plain = scenario
        plain.deliveries = scenario.deliveries.mapValues(\.withoutOrdinaryLatency).filter { !$0.value.isUsual }
        for candidate in [plain, scenario] {
            var candidate = candidate
            for order in [nil, scenario.order] + (1...Self.orders).map(Optional.some) {
                candidate.order = order
                if try isInteresting(candidate) { return candidate }
            }
        }
        return nil
    }

    private func acceptIfInteresting(_ candidate: Scenario, as current: inout Scenario) throws {
        if candidate != current, try isInteresting(candidate) { current = candidate }
    }

    private func reduceEvents(_ current: inout Scenario) throws {
        try remove(current.events.count, from: &current) { scenario, range in scenario.events.removeSubrange(range) }
        for place in current.events.indices where current.events[place].step > 0 {
            var candidate = current
            candidate.events[place].step = 0
            try acceptIfInteresting(candidate, as: &current)
        }
    }

    private func reduceDeliveries(_ current: inout Scenario) throws {
        let keys = current.deliveries.keys.sorted()
        var left = keys
        var size = max(1, keys.count / 2)
        while size >= 1 {
            var start = 0
            while start < left.count {
                let part = left[start..<min(start + size, left.count)]
                var candidate = current
                for key in part { candidate.deliveries[key] = nil }
                if try isInteresting(candidate) {
                    current = candidate
                    left.removeSubrange(start..<min(start + size, left.count))
                } else {
                    start += size
                }
            }
            size /= 2
        }
        for key in left { try simplify(key, in: &current) }
    }

    private func simplify(_ key: MessageKey, in current: inout Scenario) throws {
        func attempt(_ change: (inout Delivery) -> Void) throws {
            guard var delivery = current.deliveries[key] else { return }
            change(&delivery)
            var candidate = current
            candidate.deliveries[key] = delivery
            try acceptIfInteresting(candidate, as: &current)
        }
        try attempt { $0.latency = nil }
        try attempt { $0.answerLatency = nil }
        try attempt { $0.duplicate = nil }
        try attempt { $0.lossReport = nil }
        try attempt { $0.answerLossReport = nil }
        try attempt { $0.arrivesAbandoned = nil }
        try attempt { $0.refusals = [:] }
        try attempt { $0.pauses = [:] }
    }

    private func reduceHead(_ current: inout Scenario) throws {
        for fault in current.faults.sorted(by: { $0.rawValue < $1.rawValue }) {
            var candidate = current
            candidate.faults.remove(fault)
            try acceptIfInteresting(candidate, as: &current)
        }
        var candidate = current
        candidate.identifiers = 1
        try acceptIfInteresting(candidate, as: &current)
        candidate = current
        candidate.isInMemory = true
        if !current.events.contains(where: \.endsProcess) { try acceptIfInteresting(candidate, as: &current) }
        guard current.devices > 2 else { return }
        for number in 0..<current.devices where current.events.allSatisfy({ $0.device != number }) {
            try acceptIfInteresting(Self.without(number, current), as: &current)
            break
        }
    }

    /// The scenario without a device that does nothing; the others move up.
    private static func without(_ number: Int, _ scenario: Scenario) -> Scenario {
        func moved(_ device: Int) -> Int { device > number ? device - 1 : device }
        var result = scenario
        result.devices -= 1
        for place in result.events.indices { result.events[place].device = result.events[place].device.map(moved) }
        result.deliveries = [:]
        for (key, delivery) in scenario.deliveries where key.device != number {
            let key = MessageKey(device: moved(key.device), endpoint: key.endpoint, number: key.number)
            result.deliveries[key] = delivery
        }
        return result
    }

    /// Removes ranges of places, large ones first, wherever the scenario stays interesting.
    private func remove(
        _ count: Int,
        from current: inout Scenario,
        _ removal: (inout Scenario, Range<Int>) -> Void
    ) throws {
        var (left, size) = (count, max(1, count / 2))
        while size >= 1 {
            // From the end, since what comes later seldom matters to what was before.
            var end = left
            while end > 0 {
                let range = max(0, end - size)..<end
                var candidate = current
                removal(&candidate, range)
                if try isInteresting(candidate) {
                    current = candidate
                    left -= range.count
                }
                end = range.lowerBound
            }
            size /= 2
        }
    }
}

extension ScenarioEvent {
    /// Whether a process of a device ends.
    var endsProcess: Bool {
        switch action {
        case .crash, .crashAtCommit, .signIn: true
        default: false
        }
    }
}
