import Foundation

/// What there is at the end of a run about mirroring: all that its checks look at.
package struct LibraryOutcome: Sendable {
    /// A store.
    package struct Device: Sendable {
        package var number: Int
        /// The version of the app that it has in the end.
        package var version: LibraryVersion
        package var graph: Graph
        /// What the mirror says of itself.
        package var pending: Int
        package var isUpToDate: Bool
        package var hasProblem: Bool

        package init(
            number: Int,
            version: LibraryVersion = .second,
            graph: Graph,
            pending: Int = 0,
            isUpToDate: Bool = true,
            hasProblem: Bool = false
        ) {
            (self.number, self.version, self.graph, self.pending) = (number, version, graph, pending)
            (self.isUpToDate, self.hasProblem) = (isUpToDate, hasProblem)
        }
    }

    /// A record of the service.
    package struct Stored: Hashable, Sendable {
        package var tag: String
        /// The field of a newer version of the app, if it was ever written.
        package var mood: String?

        package init(tag: String, mood: String? = nil) { (self.tag, self.mood) = (tag, mood) }
    }

    /// What persons made.
    package var tale: LibraryTale
    /// What the records of the service say.
    package var service: Graph
    /// The records themselves, and what the service had said of them.
    package var records: [String: Stored]
    package var promised: [String: Stored]
    /// Records of the other account, to which nobody ever gave the store.
    package var foreign: [String]
    package var devices: [Device]

    package init(
        tale: LibraryTale,
        service: Graph,
        records: [String: Stored] = [:],
        promised: [String: Stored]? = nil,
        foreign: [String] = [],
        devices: [Device]
    ) {
        (self.tale, self.service, self.records, self.devices) = (tale, service, records, devices)
        (self.promised, self.foreign) = (promised ?? records, foreign)
    }
}

/// What must be true of mirrored stores once everything has come to rest.
///
/// Each check stands for itself, and can fail.
package enum LibraryChecks {
    /// All of them.
    package static func all(_ outcome: LibraryOutcome) -> [Violation] {
        convergence(outcome) + lostObjects(outcome) + lostWrites(outcome) + lostLinks(outcome)
            + resurrection(outcome) + exactlyOnce(outcome) + isolation(outcome) + durability(outcome)
            + unknownFields(outcome) + honestStatus(outcome)
    }

    /// Every device has what the service has, and lists are in one order on all devices.
    package static func convergence(_ outcome: LibraryOutcome) -> [Violation] {
        var violations: [Violation] = []
        for device in outcome.devices {
            let (shown, expected) = device.graph.comparable(with: outcome.service, by: device.version)
            if let words = shown.difference(from: expected) {
                violations.append(Violation(.convergence, "d\(device.number): " + words))
            }
            guard let first = outcome.devices.first, device.graph.lists != first.graph.lists else { continue }
            let names = Set(first.graph.lists.keys).union(device.graph.lists.keys)
                .filter { first.graph.lists[$0] != device.graph.lists[$0] }.sorted()
            let words = names.prefix(2).map {
                "\($0) are \(device.graph.lists[$0] ?? []) and on d\(first.number) \(first.graph.lists[$0] ?? [])"
            }
            violations.append(Violation(.convergence, "d\(device.number): " + words.joined(separator: ", ")))
        }
        return violations
    }

    /// What nobody deleted is there, unless it went with something that somebody deleted.
    package static func lostObjects(_ outcome: LibraryOutcome) -> [Violation] {
        let (tale, objects) = (outcome.tale, outcome.service.objects)
        func isGone(_ object: String) -> Bool {
            tale.deleted.contains(object) || (tale.owners[object] ?? []).contains(where: isGone)
        }
        return tale.made.filter { objects[$0] == nil && !isGone($0) }.map {
            Violation(.lostWrite, "\($0) is gone, and nobody deleted it")
        }
    }

    /// What a property says is a version that nobody has replaced who had seen it.
    package static func lostWrites(_ outcome: LibraryOutcome) -> [Violation] {
        let (versions, objects) = (outcome.tale.versions, outcome.service.objects)
        return versions.things.compactMap { property in
            // One that was deleted may have been made again under the same name.
            if versions.ambiguous.contains(property) || outcome.tale.deleted.contains(property.object) { return nil }
            guard let value = objects[property.object]?[property.name] else { return nil }
            let wanted = versions.latest(of: property).compactMap(\.content)
            if wanted.contains(value) { return nil }
            let words = "\(property) ends as \(value) in place of \(wanted.joined(separator: " or "))"
            return Violation(.lostWrite, words)
        }
    }

    /// A link that nobody cut is there, and one that nobody made is not.
    package static func lostLinks(_ outcome: LibraryOutcome) -> [Violation] {
        let (tale, objects) = (outcome.tale, outcome.service.objects)
        var violations: [Violation] = []
        for book in objects.keys.sorted() {
            guard let text = objects[book]?["labels"] else { continue }
            let named = Set(text.split { !$0.isLetter && !$0.isNumber }.map(String.init))
            let made = tale.linked.filter { $0.book == book }
            let kept = made.filter { !tale.cut.contains($0) && !tale.deleted.contains($0.label) }
            for link in kept.sorted(by: { $0.label < $1.label }) where !named.contains(link.label) {
                violations.append(Violation(.lostWrite, "\(book) has lost \(link.label)"))
            }
            for label in named.subtracting(made.map(\.label)).sorted() {
                violations.append(Violation(.exactlyOnce, "\(book) has \(label), which nobody put there"))
            }
        }
        return violations
    }

    /// What was deleted stays so, unless it was made more than once.
    package static func resurrection(_ outcome: LibraryOutcome) -> [Violation] {
        let gone = outcome.tale.deleted.subtracting(outcome.tale.madeAgain)
        return outcome.service.objects.keys.sorted().filter(gone.contains).map {
            Violation(.resurrection, "\($0) was deleted")
        }
    }

    /// Each object is there once, nobody made others, and nothing points into the void.
    package static func exactlyOnce(_ outcome: LibraryOutcome) -> [Violation] {
        let made = Set(outcome.tale.made)
        let foreign = outcome.service.objects.keys.filter { !made.contains($0) }.sorted().map { "nobody made \($0)" }
        let faults =
            outcome.service.faults.map { "at the service " + $0 }
            + outcome.devices.flatMap { device in device.graph.faults.map { "on d\(device.number) " + $0 } }
        return (foreign + faults).map { Violation(.exactlyOnce, $0) }
    }

    /// Nothing has come into an account to which the store does not belong.
    package static func isolation(_ outcome: LibraryOutcome) -> [Violation] {
        outcome.foreign.prefix(3).map { Violation(.isolation, "the other account has \($0)") }
    }

    /// The service has what it had said that it has.
    package static func durability(_ outcome: LibraryOutcome) -> [Violation] {
        let names = Set(outcome.records.keys).union(outcome.promised.keys)
        return names.filter { outcome.records[$0]?.tag != outcome.promised[$0]?.tag }.sorted().prefix(3).map { name in
            let (said, has) = (outcome.promised[name]?.tag ?? "nothing", outcome.records[name]?.tag ?? "nothing")
            return Violation(.durability, "\(name): said \(said), has \(has)")
        }
    }

    /// The fields of a newer version are what it wrote.
    package static func unknownFields(_ outcome: LibraryOutcome) -> [Violation] {
        outcome.records.sorted { $0.key < $1.key }.compactMap { name, record in
            let said = outcome.promised[name]?.mood
            if record.mood == said { return nil }
            return Violation(.unknownFields, "\(name) has \(record.mood ?? "nothing") in place of \(said ?? "nothing")")
        }
    }

    /// Mirroring says that it is done, and it is.
    package static func honestStatus(_ outcome: LibraryOutcome) -> [Violation] {
        outcome.devices.compactMap { device in
            if device.pending == 0, device.isUpToDate, !device.hasProblem { return nil }
            let state = device.isUpToDate ? "up to date" : "not up to date"
            let problem = device.hasProblem ? ", with a problem" : ""
            return Violation(.honestStatus, "d\(device.number): \(device.pending) wait, \(state)\(problem)")
        }
    }
}
