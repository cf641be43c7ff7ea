import Foundation

/// What must be true once everything has come to rest.
///
/// Each check stands for itself, and can fail.
package enum FinalChecks {
    /// All of them.
    package static func all(_ outcome: Outcome) -> [Violation] {
        convergence(outcome) + lostWrites(outcome) + resurrection(outcome) + exactlyOnce(outcome)
            + isolation(outcome) + durability(outcome) + losersKept(outcome) + unknownFields(outcome)
            + honestStatus(outcome)
    }

    /// Every device shows what the service has, field by field.
    package static func convergence(_ outcome: Outcome) -> [Violation] {
        each(outcome) { number, account in
            let truth = account.service.mapValues(\.content)
            return account.devices.filter { $0.ideas != truth }.map { device in
                let wrong = Set(truth.keys).union(device.ideas.keys).filter { truth[$0] != device.ideas[$0] }
                let words = wrong.sorted { $0.uuidString < $1.uuidString }.prefix(3).map { idea in
                    let (here, there) = (device.ideas[idea], truth[idea])
                    return "\(short(idea)) is \(text(here)) and not \(text(there))"
                }
                return Violation(.convergence, "a\(number) d\(device.number): " + words.joined(separator: ", "))
            }
        }
    }

    /// What stays of an idea is a version, or a deletion, that nobody has replaced who had seen it.
    package static func lostWrites(_ outcome: Outcome) -> [Violation] {
        var violations: [Violation] = []
        for idea in outcome.versions.things where !outcome.versions.ambiguous.contains(idea) {
            guard let number = outcome.versions.account(of: idea), let account = outcome.accounts[number] else {
                continue
            }
            let latest = outcome.versions.latest(of: idea)
            let final = account.service[idea]?.content
            if latest.contains(where: { $0.content == final }) { continue }
            // A service that was put back may have lost deletions that no device remembers.
            if outcome.wasRestored, final != nil, latest.allSatisfy({ $0.content == nil }) { continue }
            // A copy from a time when an idea was deleted that lived again later tells of the deletion, and not how old it is.
            let livedAgain = latest.contains { outcome.versions.hasLivedAgain($0) }
            if outcome.wasRestored, final == nil, livedAgain { continue }
            let wanted = latest.map { text($0.content) }.joined(separator: " or ")
            let words = "a\(number) \(short(idea)) ends as \(text(final)) in place of \(wanted)"
            violations.append(Violation(.lostWrite, words))
        }
        return violations
    }

    /// What lives was last changed after every deletion that the service did.
    package static func resurrection(_ outcome: Outcome) -> [Violation] {
        each(outcome) { number, account in
            account.deletions.compactMap { deletion in
                guard let living = account.service[deletion.idea] else { return nil }
                let isLater =
                    living.updated != deletion.stamp
                    ? living.updated > deletion.stamp
                    : deletion.device.utf8.lexicographicallyPrecedes(living.device.utf8)
                if isLater { return nil }
                let ago = deletion.stamp - living.updated
                let words =
                    "a\(number) \(short(deletion.idea)) lives as \(living.content), \(ago) ms older than its deletion"
                return Violation(.resurrection, words)
            }
        }
    }

    /// Nobody made records that persons did not.
    package static func exactlyOnce(_ outcome: Outcome) -> [Violation] {
        let made = Set(outcome.versions.things)
        return each(outcome) { number, account in
            account.service.keys.filter { !made.contains($0) }.map {
                Violation(.exactlyOnce, "a\(number) has \(short($0)), which nobody made")
            }
        }
    }

    /// What was made in an account is in no other.
    package static func isolation(_ outcome: Outcome) -> [Violation] {
        each(outcome) { number, account in
            let seen = Set(account.service.keys).union(account.devices.flatMap(\.ideas.keys))
            return seen.filter { outcome.versions.account(of: $0).map { $0 != number } ?? false }.map {
                Violation(.isolation, "a\(number) has \(short($0)) of another account")
            }
        }
    }

    /// The service has what it had said that it has.
    package static func durability(_ outcome: Outcome) -> [Violation] {
        each(outcome) { number, account in
            let wrong = Set(account.promised.keys).union(account.service.keys).filter {
                account.promised[$0]?.content != account.service[$0]?.content
            }
            return wrong.map { idea in
                let (said, has) = (account.promised[idea]?.content, account.service[idea]?.content)
                return Violation(.durability, "a\(number) \(short(idea)): said \(text(said)), has \(text(has))")
            }
        }
    }

    /// A version that gave way to one that did not know it is in the history of some device.
    package static func losersKept(_ outcome: Outcome) -> [Violation] {
        var violations: [Violation] = []
        for idea in outcome.versions.things where !outcome.versions.ambiguous.contains(idea) {
            guard let number = outcome.versions.account(of: idea), let account = outcome.accounts[number] else {
                continue
            }
            let final = account.service[idea]?.content
            for version in outcome.versions.latest(of: idea) {
                guard let content = version.content, content != final else { continue }
                if outcome.wasRestored, final == nil, outcome.versions.hasLivedAgain(version) { continue }
                // What gave way before a long absence may have left the history.
                if version.era < outcome.era { continue }
                let details = content.details.isEmpty ? "" : ",\"details\":\"\(content.details)\""
                let mark = "\"title\":\"\(content.title)\"" + details
                if account.devices.contains(where: { $0.history[idea]?.contains(mark) == true }) { continue }
                let words = "a\(number) \(short(idea)): \(content) gave way to \(text(final)), and no history has it"
                violations.append(Violation(.losersKept, words))
            }
        }
        return violations
    }

    /// The fields of a newer version are what it wrote.
    package static func unknownFields(_ outcome: Outcome) -> [Violation] {
        each(outcome) { number, account in
            account.service.filter { account.promised[$0.key]?.mood != $0.value.mood }.map { idea, stored in
                let (has, said) = (stored.mood ?? "nothing", account.promised[idea]?.mood ?? "nothing")
                return Violation(.unknownFields, "a\(number) \(short(idea)) has \(has) in place of \(said)")
            }
        }
    }

    /// Sync says that it is done, and it is.
    package static func honestStatus(_ outcome: Outcome) -> [Violation] {
        each(outcome) { number, account in
            account.devices.compactMap { device in
                if device.pending == 0, device.isUpToDate, device.shownPending == 0, !device.hasError { return nil }
                let state = device.isUpToDate ? "up to date" : "not up to date"
                let error = device.hasError ? " with an error" : ""
                let words = "\(device.pending) wait, \(device.shownPending) are shown, \(state)\(error)"
                return Violation(.honestStatus, "a\(number) d\(device.number): " + words)
            }
        }
    }

    private static func each(
        _ outcome: Outcome,
        _ check: (Int, Outcome.Account) -> [Violation]
    ) -> [Violation] {
        outcome.accounts.sorted { $0.key < $1.key }.flatMap { check($0.key, $0.value) }.sorted {
            $0.description < $1.description
        }
    }

    private static func short(_ idea: UUID) -> String { String(idea.uuidString.prefix(4)) }

    private static func text(_ content: Content?) -> String { content.map { "\($0)" } ?? "nothing" }
}
