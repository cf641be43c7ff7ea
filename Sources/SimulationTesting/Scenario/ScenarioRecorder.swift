import Foundation

/// Writes down what is decided in a run, so that it can be played without a generator.
final class ScenarioRecorder {
    private(set) var events: [ScenarioEvent] = []
    private(set) var deliveries: [MessageKey: Delivery] = [:]
    /// The ideas of the run by the names that a scenario has for them.
    private var ideas: [String: UUID] = [:]
    private var names: [UUID: String] = [:]

    func append(_ event: ScenarioEvent) { events.append(event) }

    subscript(key: MessageKey) -> Delivery {
        get { deliveries[key] ?? Delivery() }
        set { deliveries[key] = newValue }
    }

    /// A name that no idea has yet.
    var freshName: String { "i\(ideas.count)" }

    func idea(_ name: String) -> UUID? { ideas[name] }

    func name(of idea: UUID) -> String { names[idea] ?? "unknown" }

    func setName(_ name: String, of idea: UUID) {
        ideas[name] = idea
        names[idea] = name
    }
}

/// Lets the events of a scenario happen at their moments.
struct ScenarioPlayer {
    unowned let world: World
    private var events: ArraySlice<ScenarioEvent>

    init(_ scenario: Scenario, _ world: World) {
        self.world = world
        events = scenario.events[...]
        for time in Set(events.map(\.time)).sorted() {
            // Time stops at each moment at which something happens.
            world.after(time) { world.discountStep() }
        }
    }

    /// Performs what is due now.
    mutating func performDue() {
        while let next = events.first, world.violations.isEmpty {
            let now = world.clock.milliseconds - VirtualClock.beginning
            guard next.time < now || (next.time == now && (next.step <= world.stepsNow || world.isMomentOver)) else {
                return
            }
            events.removeFirst()
            Workload(world: world, duration: 0).perform(next.action, on: next.device.map { world.devices[$0] })
        }
    }
}
