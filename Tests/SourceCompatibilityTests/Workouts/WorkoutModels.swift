import Foundation
import SwiftData

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model
class Workout {
    #Index<Workout>([\.startedAt])

    var name: String
    var startedAt: Date
    var minutes: Double
    var calories: Int?
    @Relationship(deleteRule: .nullify, inverse: \Athlete.workouts) var athlete: Athlete?

    init(name: String, startedAt: Date, minutes: Double) {
        self.name = name
        self.startedAt = startedAt
        self.minutes = minutes
    }

    var summary: String { "\(name), \(Int(minutes)) min" }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model
final class RunWorkout: Workout {
    var kilometers: Double
    var heartRates: [Int] = []

    init(name: String, startedAt: Date, minutes: Double, kilometers: Double) {
        self.kilometers = kilometers
        super.init(name: name, startedAt: startedAt, minutes: minutes)
    }

    var pace: Double { minutes / kilometers }

    override var summary: String { super.summary + ", \(kilometers) km" }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model
class SwimWorkout: Workout {
    var laps: Int = 0
    var pool: Pool = SwimWorkout.Pool.short

    enum Pool: String, Codable {
        case short, long, open
    }

    init(name: String, startedAt: Date, minutes: Double, laps: Int, pool: Pool) {
        super.init(name: name, startedAt: startedAt, minutes: minutes)
        self.laps = laps
        self.pool = pool
    }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model
final class Athlete {
    var name: String
    var workouts: [Workout] = []

    init(name: String) {
        self.name = name
    }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
enum WorkoutFilter: String, CaseIterable {
    case all, runs, swims, longRuns

    var predicate: Predicate<Workout> {
        switch self {
        case .all:
            return #Predicate { _ in true }
        case .runs:
            return #Predicate { $0 is RunWorkout }
        case .swims:
            return #Predicate { $0 is SwimWorkout }
        case .longRuns:
            return #Predicate { workout in
                if let run = workout as? RunWorkout {
                    run.kilometers >= 10
                } else {
                    false
                }
            }
        }
    }
}
