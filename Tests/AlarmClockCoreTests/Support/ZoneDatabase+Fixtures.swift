import AlarmClockCore
import TestSupport

extension ZoneDatabase {
    /// The zones of one version of the database, beside this system's.
    static let fixtures = ZoneDatabase(folder: ZoneFiles.folder)
}
