import Foundation
import SwiftData

/// What a look at the store finds.
struct Look: Sendable {
    let wasSignedIn: Bool
    let counted: CountedIdeas?
    var standing: SyncStanding?

    /// Looks; `known` is what was counted before, with what was told of changes since.
    init(
        _ container: ModelContainer,
        _ shown: DataFolders,
        device: DataFolders,
        _ surroundings: Surroundings,
        known: CountedIdeas?
    ) {
        wasSignedIn = (try? AccountBook.read(device).entry) ?? nil != nil
        let repository = IdeaStore.repository(container, shown, surroundings)
        let session = AccountSession(folders: device, surroundings: surroundings)
        // What cannot be read now stays as it was shown; the next change asks again.
        counted = try? repository.counted(since: known)
        let pending = counted?.counts.pending
        standing = try? SyncStanding(repository, session, at: surroundings.now(), pending: pending)
    }
}

/// How many ideas there are, and what has to be known to say so later without counting.
struct CountedIdeas: Sendable {
    var counts: IdeaCounts
    /// Where the store's history ended before they were counted.
    let place: DefaultHistoryToken
    /// Saves since then whose meaning for the counts was told.
    var toldSaves = 0
    /// How many states are settled, where these are the few.
    let settled: Int?
    /// How often all were counted, and not only what nobody could tell.
    let countings: Int

    /// Takes note of a save that did a step with ideas.
    mutating func tell(_ step: IdeaCounts.Step, _ ideas: [IdeaSnapshot]) {
        counts = ideas.reduce(counts) { $0.after(step, of: $1) }
        toldSaves += 1
    }
}

extension IdeaRepository {
    /// How many ideas there are; where nothing has been saved but what was told, without counting those that live.
    ///
    /// So the time does not grow with their number. Whatever else was saved, by whomever, has all of them counted.
    func counted(since known: CountedIdeas?) throws -> CountedIdeas {
        let place = try context.currentHistoryToken()
        let settled = try SyncState.fewSettled(in: context)
        guard let known, known.place.transactions(until: place) == Int64(known.toldSaves) else {
            let countings = (known?.countings ?? 0) + 1
            return CountedIdeas(counts: try counts(), place: place, settled: settled, countings: countings)
        }
        let (told, before) = (known.counts, known.settled)
        // Of the trash some goes by itself; how much waits depends on what had waited before.
        let trash = try context.fetchCount(descriptor(of: .trash))
        let pending: Int
        if let before, let settled {
            pending = max(0, told.pending + before - settled)
        } else {
            pending = try pendingCount()
        }
        return CountedIdeas(
            counts: IdeaCounts(
                all: told.all,
                open: told.open,
                completed: told.completed,
                trash: trash,
                pending: pending
            ),
            place: place,
            settled: settled,
            countings: known.countings
        )
    }
}

extension DefaultHistoryToken {
    /// How many saves lie between two places of one store's history; nil where it is not the same.
    func transactions(until end: DefaultHistoryToken) -> Int64? {
        guard self != end else { return 0 }
        guard let (store, last) = end.tokenValue?.first, let first = tokenValue?[store] else { return nil }
        return last - first
    }
}
