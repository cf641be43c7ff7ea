/// Makes a story shorter for as long as it shows what it is to show (delta debugging over steps, faults and operands).
package struct StoryReducer {
    private let isInteresting: (Story) -> Bool

    package init(_ isInteresting: @escaping (Story) -> Bool) { self.isInteresting = isInteresting }

    package func reduce(_ story: Story) -> Story {
        var current = story
        var previous: Story?
        while previous != current {
            previous = current
            removeSteps(&current)
            removeFaults(&current)
            simplifySettings(&current)
        }
        return current
    }

    private func accept(_ candidate: Story, _ current: inout Story) -> Bool {
        guard candidate != current, isInteresting(candidate) else { return false }
        current = candidate
        return true
    }

    private func removeSteps(_ current: inout Story) {
        var size = max(1, current.steps.count / 2)
        while size >= 1 {
            // From the end, since what comes later seldom matters to what was before.
            var end = current.steps.count
            while end > 0 {
                let range = max(0, end - size)..<end
                var candidate = current
                candidate.steps.removeSubrange(range)
                end = range.lowerBound
                if accept(candidate, &current) { end = min(end, current.steps.count) }
            }
            size /= 2
        }
    }

    private func removeFaults(_ current: inout Story) {
        for place in current.steps.indices {
            for fault in current.steps[place].faults.indices.reversed() {
                var candidate = current
                candidate.steps[place].faults.remove(at: fault)
                if accept(candidate, &current) { continue }
                removeInterleavedSteps(place, fault, &current)
            }
        }
    }

    private func removeInterleavedSteps(_ place: Int, _ fault: Int, _ current: inout Story) {
        guard case .interleave(let steps) = current.steps[place].faults[fault].effect else { return }
        var left = steps
        for step in steps.indices.reversed() where left.count > 1 {
            var fewer = left
            fewer.remove(at: step)
            var candidate = current
            candidate.steps[place].faults[fault].effect = .interleave(fewer)
            if accept(candidate, &current) { left = fewer }
        }
    }

    private func simplifySettings(_ current: inout Story) {
        var candidate = current
        candidate.actors = []
        _ = accept(candidate, &current)
        candidate = current
        candidate.isAged = false
        _ = accept(candidate, &current)
        candidate = current
        candidate.setting = .usual
        _ = accept(candidate, &current)
        candidate = current
        candidate.processes = candidate.processes.map { _ in 0 }
        _ = accept(candidate, &current)
    }
}
