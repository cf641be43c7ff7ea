extension ZonePage {
    /// The page up to where an answer is full; its token covers what is left of it.
    ///
    /// - Parameters:
    ///   - budget: What the answer still has room for; what the page takes is gone from it.
    ///   - start: Where the page begins.
    /// - Returns: The page, or a shorter one.
    func cut(to budget: inout AnswerBudget, since start: FeedStart) -> ZonePage {
        let given = budget.take(records)
        guard given < records.count else { return self }
        let (before, firstHead): (Int64, Int64?) =
            switch start {
            case .beginning: (0, zone.head)
            case .end: (zone.head, nil)
            case .token(let token): (token.sequence, token.firstHead)
            }
        let last = given == 0 ? before : records[given - 1].sequence
        return ZonePage(
            zone: zone,
            records: Array(records.prefix(given)),
            token: SyncToken(kind: .zone, epoch: token.epoch, sequence: last, firstHead: firstHead),
            moreComing: true
        )
    }
}
