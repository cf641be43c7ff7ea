import CloudKitWebServices
import Foundation

/// What the service said that it did, as anybody hears who listens to the wire: the records that it must have.
struct ServiceBook: Sendable {
    /// A record as the service last said that it has it.
    struct Entry: Hashable, Sendable {
        var tag: String
        var content: Content
        var updated: Int64
        var device: String
        /// The field of a newer version of the app, if it was ever written.
        var mood: String?
    }

    /// A deletion that the service did.
    struct Deletion: Hashable, Sendable {
        let idea: UUID
        let stamp: Int64
        let device: String
    }

    /// The zone that is listened to.
    let zone: String
    /// By account and name.
    private(set) var records: [Int: [String: Entry]] = [:]
    /// How many operations have changed something, by account.
    private(set) var changeCounts: [Int: Int] = [:]
    /// All deletions with a stamp, also of records that live again.
    private(set) var deletions: [Int: [Deletion]] = [:]
    /// Names of records that were deleted, by account: whoever asks for one must hear that.
    private var gone: [Int: Set<String>] = [:]
    /// All contents that the service ever had.
    private(set) var contents: [UUID: Set<Content>] = [:]
    /// Texts of fields that the service ever had, each as "field text": in another zone than the ideas'.
    private(set) var heard: Set<String> = []
    /// What a client has that asked as far as a token says, by token.
    private var followed: [Int: [String: [String: String]]] = [:]
    /// Requests that had their effect, and what became of each of their operations: another answer tells of the same.
    ///
    /// The tag of what was saved, empty for a deletion; nil for what failed.
    private var done: [String: [String?]] = [:]

    init(zone: String = RunKind.ideaBox.zone) { self.zone = zone }

    private var isAboutIdeas: Bool { zone == RunKind.ideaBox.zone }

    /// Puts everything back to what it was, but for what devices once had from here.
    mutating func restore(_ old: ServiceBook) {
        let (contents, heard) = (contents, heard)
        self = old
        (self.contents, self.heard) = (contents, heard)
        // The service begins a new life, in which no token of the old one is good.
        followed = [:]
    }

    /// Takes in a modify request and its answer; what is not as it must be.
    mutating func note(
        _ request: ModifyRecordsRequest,
        _ answer: ModifyRecordsResponse,
        id: String,
        account: Int,
        at now: Int64
    ) -> [Violation] {
        let outcomes = answer.records.map { result in result.item.map { $0.recordChangeTag ?? "" } }
        if let before = done.updateValue(outcomes, forKey: "\(account) \(id)") {
            done["\(account) \(id)"] = before
            return Self.change(of: outcomes, from: before, request)
        }
        var violations: [Violation] = []
        violations += noteMissing(answer, account: account)
        for (operation, result) in zip(request.operations, answer.records) {
            guard case .success(let stored) = result, let name = operation.record.recordName else { continue }
            changeCounts[account, default: 0] += 1
            let idea = UUID(uuidString: name)
            if operation.operationType.isDelete {
                if records[account]?.removeValue(forKey: name) != nil { gone[account, default: []].insert(name) }
                guard let idea, let stamp = operation.record.deletion else { continue }
                deletions[account, default: []].append(
                    Deletion(idea: idea, stamp: stamp.timestamp.milliseconds, device: stamp.deviceID)
                )
                continue
            }
            violations += save(operation.record, stored, account, now)
            if let idea, isAboutIdeas, let content = records[account]?[name]?.content {
                contents[idea, default: []].insert(content)
            }
        }
        return violations
    }

    /// Takes in which records are not there: of those that were deleted the service must say so for ever, since devices take
    /// the others for lost and bring them again.
    func noteMissing(_ answer: LookupRecordsResponse, account: Int) -> [Violation] {
        for error in answer.records.compactMap(\.error) where error.serverErrorCode == .notFound {
            guard error.wasDeleted != true, let name = error.recordName else { continue }
            guard gone[account]?.contains(name) == true else { continue }
            return [Violation(.resurrection, "the service does not know any more that \(name) was deleted")]
        }
        return []
    }

    /// What succeeded the first time has succeeded, however often the request comes.
    private static func change(
        of outcomes: [String?],
        from before: [String?],
        _ request: ModifyRecordsRequest
    ) -> [Violation] {
        for (operation, (now, first)) in zip(request.operations, zip(outcomes, before)) {
            guard let first, now != first else { continue }
            let name = operation.record.recordName ?? ""
            return [Violation(.exactlyOnce, "a request that came twice was answered anew for \(name)")]
        }
        return []
    }

    /// How far ahead of the service's clock a version may be stamped: what the app calls a right clock.
    private static let allowance: Int64 = 5 * 60 * 1_000

    private mutating func save(
        _ given: WireRecord,
        _ stored: WireRecord,
        _ account: Int,
        _ now: Int64
    ) -> [Violation] {
        let name = given.recordName ?? ""
        var entry =
            records[account]?[name]
            ?? Entry(tag: "", content: Content(title: ""), updated: 0, device: "", mood: nil)
        entry.tag = stored.recordChangeTag ?? ""
        if let title = given.fields.text("title") {
            entry.content = Content(
                title: title,
                details: given.fields.text("description") ?? "",
                isCompleted: given.fields.number("isCompleted") == 1
            )
            entry.updated = given.fields.number("updatedAt") ?? 0
            entry.device = given.fields.text("deviceId") ?? ""
        }
        if !isAboutIdeas { listen(given.fields) }
        if let stamps = given.fields.text("sd_stamps") { entry.updated = Self.latest(stamps) }
        if let mood = given.fields.text("mood") { entry.mood = mood }
        records[account, default: [:]][name] = entry
        gone[account]?.remove(name)
        guard entry.updated > now + Self.allowance else { return [] }
        let ahead = (entry.updated - now) / 1_000
        return [Violation(.clock, "\(name) was stamped \(ahead) s ahead of the service's clock")]
    }

    /// Notes what the service has, as its feed says.
    private mutating func listen(_ fields: WireFields, of name: String) {
        guard isAboutIdeas else { return listen(fields) }
        guard let idea = UUID(uuidString: name), let title = fields.text("title") else { return }
        let content = Content(
            title: title,
            details: fields.text("description") ?? "",
            isCompleted: fields.number("isCompleted") == 1
        )
        contents[idea, default: []].insert(content)
    }

    private mutating func listen(_ fields: WireFields) {
        for name in LibraryLook.texts { if let text = fields.text(name) { heard.insert("\(name) \(text)") } }
    }

    /// The milliseconds of the latest of a record's stamps: `*=1700000000000.0.ab title=1700000000001.0.ab`.
    private static func latest(_ stamps: String) -> Int64 {
        stamps.split(separator: " ").compactMap { pair in
            pair.split(separator: "=").last?.split(separator: ".").first.flatMap { Int64($0) }
        }.max() ?? 0
    }

    /// Takes in a page of the feed: after the last one a client must have exactly what the service had when it was read.
    ///
    /// That is `truth`; nil is what it has now.
    mutating func note(
        _ query: ZoneChangesQuery,
        _ page: ZoneChanges,
        account: Int,
        truth: ServiceBook? = nil
    ) -> [Violation] {
        guard query.zoneID.zoneName == zone else { return [] }
        var known = query.syncToken.flatMap { followed[account]?[$0] } ?? [:]
        let isFollowed = query.syncToken.map { followed[account]?[$0] != nil } ?? true
        var violations = Self.disorder(of: page, after: known)
        for record in page.records.compactMap(\.item) {
            guard let name = record.recordName else { continue }
            known[name] = record.isDeleted ? nil : record.recordChangeTag
            if !record.isDeleted { listen(record.fields, of: name) }
        }
        if let token = page.syncToken, isFollowed { followed[account, default: [:]][token] = known }
        guard isFollowed, !page.moreComing else { return violations }
        let truth = ((truth ?? self).records[account] ?? [:]).mapValues(\.tag)
        guard known != truth else { return violations }
        let names = Set(known.keys).union(truth.keys).filter { known[$0] != truth[$0] }.sorted()
        let words = names.prefix(3).map { "\($0): \(known[$0] ?? "nothing") in place of \(truth[$0] ?? "nothing")" }
        violations.append(Violation(.feed, "who followed the feed to its end has " + words.joined(separator: ", ")))
        return violations
    }

    /// What a page tells in another order than that of the changes, or though its reader had it already.
    ///
    /// Tags are numbers of the zone, in base 36, and never go back.
    private static func disorder(of page: ZoneChanges, after known: [String: String]) -> [Violation] {
        func number(_ tag: String?) -> Int64 { tag.flatMap { Int64($0, radix: 36) } ?? 0 }
        var last = known.values.map { number($0) }.max() ?? 0
        for record in page.records.compactMap(\.item) where !record.isDeleted {
            let next = number(record.recordChangeTag)
            if next <= last {
                return [Violation(.feed, "a page tells of change \(next) after \(last)")]
            }
            last = next
        }
        return []
    }
}

extension WireFields {
    func text(_ name: String) -> String? {
        if case .string(let text) = self[name]?.value { text } else { nil }
    }

    func number(_ name: String) -> Int64? {
        switch self[name]?.value {
        case .int64(let number): number
        case .timestamp(let moment): moment.milliseconds
        default: nil
        }
    }
}
