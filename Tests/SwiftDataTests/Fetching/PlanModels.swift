import Foundation
import SwiftData

// What plans of fetches are looked at with: indexes of one column and of two, a unique value, links of every kind, a subclass.

@Model
final class PlanPerson {
    #Index<PlanPerson>([\.name])
    var name: String
    var town: String
    @Relationship(inverse: \PlanProject.owner) var projects: [PlanProject] = []

    init(name: String, town: String) { (self.name, self.town) = (name, town) }
}

@Model
final class PlanProject {
    #Index<PlanProject>([\.name])
    var name: String
    var rank: Int
    var owner: PlanPerson?
    @Relationship(deleteRule: .cascade, inverse: \PlanTask.project) var tasks: [PlanTask] = []

    init(name: String, rank: Int) { (self.name, self.rank) = (name, rank) }
}

@Model
class PlanTask {
    #Index<PlanTask>([\.title], [\.isDone, \.due], [\.created])
    var title: String
    var notes: String
    var isDone = false
    var due: Date?
    var created: Date
    var priority: Int
    var project: PlanProject?
    @Relationship(inverse: \PlanTag.tasks) var tags: [PlanTag] = []

    init(title: String, notes: String, created: Date, priority: Int) {
        (self.title, self.notes, self.created, self.priority) = (title, notes, created, priority)
    }
}

@Model
final class PlanErrand: PlanTask {
    var shop: String

    init(title: String, shop: String, created: Date) {
        self.shop = shop
        super.init(title: title, notes: "", created: created, priority: 0)
    }
}

@Model
final class PlanTag {
    @Attribute(.unique) var name: String
    var color: String
    var tasks: [PlanTask] = []

    init(name: String, color: String) { (self.name, self.color) = (name, color) }
}
