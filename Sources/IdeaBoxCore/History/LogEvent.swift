/// The names of the events that the history records.
public enum LogEvent: String, CaseIterable, Sendable {
    /// An idea was made.
    case create
    /// The title or the details were changed.
    case edit
    /// An idea was marked as done.
    case complete
    /// A done idea was opened again.
    case reopen
    /// An idea was put into the trash.
    case delete
    /// An idea was taken out of the trash.
    case restore
    /// An idea was removed from the trash for good.
    case purge
    /// An idea came in, or was replaced, through an import.
    case imported = "import"
    /// An idea was salvaged from a damaged store.
    case recovery
    /// Ideas of an earlier version of the app were taken over.
    case migrationSuccess = "migration_success"
    /// Ideas of an earlier version of the app could not be taken over.
    case migrationFailure = "migration_failure"
    /// The cloud acknowledged a change.
    case syncSuccess = "sync_success"
    /// The cloud could not be reached or refused a change.
    case syncFailure = "sync_failure"
    /// Two devices had changed an idea at once.
    case conflict
    /// A failed request is tried again.
    case retry
    /// Somebody signed in.
    case signIn = "sign_in"
    /// Somebody signed out, or another account took the place of this one.
    case signOut = "sign_out"
}
