import Foundation

/// Runs rows: prepares every contender, then takes their samples in turns.
struct Runner {
    let stage: Stage
    let quick: Bool
    var contenders = Contender.allCases
    let report: (String) -> Void

    /// Measures rows one after the other.
    ///
    /// Those above their must get a second chance with twice the samples, which then counts: at the end, since a neighbour
    /// that slows the whole machine down often stays for minutes.
    func run(_ workloads: [Workload]) -> [Outcome] {
        let first = workloads.enumerated().map { index, workload in
            report("\(index + 1)/\(workloads.count) \(workload.name)")
            return measure(workload, times: 1)
        }
        return first.map { outcome in
            guard outcome.verdict == .aboveMust, outcome.workload.unit != .statements else { return outcome }
            report("\(outcome.workload.name) was above its must: measured again with twice the samples")
            var second = measure(outcome.workload, times: 2)
            second.isSecondRun = true
            return second
        }
    }

    private func measure(_ workload: Workload, times: Int) -> Outcome {
        var outcome = Outcome(workload: workload)
        let entries = contenders.compactMap { entry(for: $0, in: workload, &outcome) }
        let rounds = workload.effort.samples(quick: quick) * times
        for round in 0..<rounds {
            for offset in entries.indices {
                let entry = entries[(offset + round) % entries.count]
                sample(entry, round: round, &outcome)
            }
        }
        for entry in entries where outcome.absences[entry.contender] == nil {
            outcome.figures[entry.contender] = entry.probe.figure(entry.samples)
            outcome.spreads[entry.contender] = entry.samples.first.flatMap(Statistics.spread)
            outcome.sampleCounts[entry.contender] = entry.samples.first?.count
        }
        stage.finishRow()
        return outcome
    }

    private func entry(for contender: Contender, in workload: Workload, _ outcome: inout Outcome) -> Entry? {
        do {
            return Entry(contender, try workload.prepare(contender, stage), workload.effort, quick: quick)
        } catch {
            outcome.absences[contender] = String(describing: error)
            return nil
        }
    }

    private func sample(_ entry: Entry, round: Int, _ outcome: inout Outcome) {
        guard outcome.absences[entry.contender] == nil, round < entry.limit else { return }
        do {
            try entry.takeSample()
        } catch {
            outcome.absences[entry.contender] = String(describing: error)
        }
    }
}

/// One contender of the row that is being measured.
private final class Entry {
    let contender: Contender
    let probe: Probe
    let limit: Int
    private(set) var samples: [[Double]]
    private let warmups: Int

    init(_ contender: Contender, _ probe: Probe, _ effort: Effort, quick: Bool) {
        self.contender = contender
        self.probe = probe
        limit = contender == .sqlAlchemy ? effort.peerSamples(quick: quick) : .max
        warmups = effort.warmups
        samples = probe.takers.map { _ in [] }
    }

    func takeSample() throws {
        for (index, take) in probe.takers.enumerated() {
            for _ in 0..<warmups {
                _ = try take()
            }
            samples[index].append(try take())
        }
    }
}
