import Foundation

/// Notes how long the store of a device takes to be read and written, and why it could not be.
struct StoreJournal: Sendable {
    let log: OperationLog
    private let clocks: @Sendable () -> ClockReading
    /// The folder of what can be made again; named where the disk is full.
    private let cache: URL

    /// The journal of a device.
    init(_ folders: AlarmFolders, in surroundings: Surroundings) {
        log = OperationLog(file: folders.logFile, now: surroundings.now)
        clocks = surroundings.clocks
        cache = folders.cache
    }

    /// Runs what reads from the store; `rows` says how much came.
    func fetching<Result>(_ rows: (Result) -> Int, _ body: () throws -> Result) throws -> Result {
        let start = clocks().awake
        do {
            let result = try body()
            log.note(.fetched(rows: rows(result), seconds: clocks().awake - start))
            return result
        } catch AlarmClockError.fetchFailed(let reason) {
            log.note(.fetchFailed(String(describing: reason)))
            throw AlarmClockError.fetchFailed(reason)
        }
    }

    /// Runs what writes to the store.
    ///
    /// - Throws: What the body throws; a full disk also says what of the cache can go.
    func saving<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try log.saving(clocks, body)
        } catch {
            throw namingCache(error)
        }
    }

    /// The error; one of a full disk also says what of the cache can go.
    func namingCache(_ error: any Error) -> any Error {
        guard case AlarmClockError.insufficientStorage(let use) = error else { return error }
        return AlarmClockError.insufficientStorage(use.adding(cache: cache))
    }
}
