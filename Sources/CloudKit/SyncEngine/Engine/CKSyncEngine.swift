import Foundation

/// Keeps an app's own store and a database in step.
///
/// Apple's class, for the private and the shared database; make one for each. The app says what changed, hands out the
/// records when it is asked, and takes in what its delegate is told. The engine decides when to ask the service.
///
/// Difference from Apple: on this package's schedule nothing waits for charge or good weather. What it tells beyond
/// Apple's events goes to a delegate that is a ``SyncEngineNoticeDelegate``.
public final class CKSyncEngine: Sendable {
    /// The database that is synced.
    public let database: CKDatabase
    /// What is still to be sent and to be fetched.
    public let state: State
    let runner: SyncRunner

    /// An engine, which begins to work at once if the configuration lets it sync by itself.
    public init(_ configuration: Configuration) {
        database = configuration.database
        runner = SyncRunner(configuration)
        state = State(runner)
        runner.begin(self)
    }

    deinit {
        runner.stop()
    }

    /// Fetches what changed at the service, now; returns once the delegate has handled all of it.
    ///
    /// - Throws: ``CKError``: that of the connection or the account, or `partialFailure` with the errors of zones;
    ///   `invalidArguments` where the delegate waits for it inside of one of its own methods (Apple's ends the process).
    public func fetchChanges(_ options: FetchChangesOptions = FetchChangesOptions()) async throws {
        try await runner.wait { .fetch($0, options) }
    }

    /// Sends what is pending, now; returns once the delegate has handled what became of it.
    ///
    /// A batch of which something failed is the last: what the delegate then adds again goes out with the next call, or
    /// by the engine's own schedule.
    ///
    /// - Throws: ``CKError``: that of the connection or the account, or `partialFailure` with the errors of records;
    ///   `invalidArguments` where the delegate waits for it inside of one of its own methods (Apple's ends the process).
    public func sendChanges(_ options: SendChangesOptions = SendChangesOptions()) async throws {
        try await runner.wait { .send($0, options) }
    }

    /// Ends what is under way; what was being sent stays pending.
    ///
    /// Called by the delegate inside of one of its own methods, it does not wait for that.
    public func cancelOperations() async {
        await runner.cancel()
    }

    /// Says that the app is in front again, or the network is back: fetches what a push may have missed, and ends a pause
    /// that the engine made by itself.
    ///
    /// An addition of this package: Apple's engine hears of it from the system. Without effect where the engine does not
    /// sync by itself.
    public func appDidReturn() {
        runner.put(.returned)
    }
}

extension CKSyncEngine: CustomStringConvertible {
    /// The database, in words.
    public var description: String { "CKSyncEngine(\(database))" }
}
