import Foundation
import SwiftData

/// The names of what sync keeps about the store as a whole.
enum MemoName: String, CaseIterable {
    /// How far the engine has read.
    case engine
    /// How wrong the device's clock is.
    case clock
    /// How much time has passed for certain: what is removed for its age is removed by it.
    case retentionClock
    /// How the last sync ended.
    case report
    /// How many changes the sync has that is under way, where they are many.
    case total
    /// Deletions of the download that is under way.
    case staged
    /// Deletions that wait for the person's word.
    case held
    /// Whether everything is to be compared with the service.
    case comparison
    /// Until when nothing is uploaded because the account has no room.
    case quota
    /// The zone of the ideas.
    case zone
    /// The zone was fetched once, so that what is deleted from now on is told.
    case zoneFetched
    /// The zone was removed at the service.
    case zoneGone
    /// How often other processes asked for a sync.
    case wish
    /// The subscription that was saved.
    case subscription
}

extension IdeaRepository {
    /// The value under a name, or nil; one that cannot be read counts as none.
    func memo<Value: Decodable>(
        _ name: MemoName,
        as type: Value.Type = Value.self,
        in context: ModelContext? = nil
    ) throws -> Value? {
        guard let memo = try row(name, in: context ?? self.context) else { return nil }
        return try? JSONDecoder().decode(Value.self, from: memo.value)
    }

    /// Keeps a value under a name, or none; saved by whoever calls.
    func setMemo<Value: Encodable>(_ name: MemoName, _ value: Value?, in context: ModelContext? = nil) throws {
        try setMemo(name, value: try value.map { try Self.memoValue($0) }, in: context)
    }

    /// Keeps an encoded value under a name, or none; saved by whoever calls.
    func setMemo(_ name: MemoName, value: Data?, in context: ModelContext? = nil) throws {
        let context = context ?? self.context
        let known = try row(name, in: context)
        guard let value else {
            if let known { context.delete(known) }
            return
        }
        guard let known else {
            context.insert(SyncMemo(name: name.rawValue, value: value))
            return
        }
        if known.value != value { known.value = value }
    }

    /// A value as memos hold it: the same bytes for the same value.
    static func memoValue<Value: Encodable>(_ value: Value) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }

    private func row(_ name: MemoName, in context: ModelContext) throws -> SyncMemo? {
        let key = name.rawValue
        var descriptor = FetchDescriptor<SyncMemo>(predicate: #Predicate { $0.name == key })
        descriptor.fetchLimit = 1
        return try context.fetch(descriptor).first
    }

    /// The time by the server's clock, as far as it is known: changes are stamped by it.
    ///
    /// - Throws: ``IdeaBoxError``, if the store cannot be read: nothing is stamped by another clock then.
    var correctedNow: Date { get throws { now(correctedBy: try clockCorrection) } }

    /// Milliseconds by which the server's clock is ahead, as far as it is known.
    var clockCorrection: Int64 { get throws { try memo(.clock, as: ClockOffset.self)?.milliseconds ?? 0 } }

    func now(correctedBy milliseconds: Int64) -> Date {
        milliseconds == 0 ? surroundings.now() : surroundings.now().adding(milliseconds: milliseconds)
    }
}
