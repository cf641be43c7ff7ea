import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where AlarmClock keeps its files, by the XDG base directory rules.
public struct AlarmFolders: Equatable, Sendable {
    /// The folder of the store.
    public let data: URL
    /// The folder of what belongs to this device and must not travel with a copy of the data.
    public let state: URL
    /// The folder of what can be made again.
    public let cache: URL
    /// The folder in which running processes find each other.
    public let runtime: URL
    /// The user-defaults file in which the old app left its alarms.
    public let legacyDefaults: URL
    /// The folder of the user's own services.
    public let services: URL
    /// Whether one folder was named, which holds everything.
    public let isNamed: Bool

    /// The file name of the store inside ``data``.
    static let storeName = "AlarmClock.sqlite"

    /// Takes the folder from `store` (the command's option), else from `ALARMCLOCK_HOME`, else from `XDG_DATA_HOME`.
    ///
    /// A folder that was named holds everything, so that two of them never meet. A relative XDG path is ignored, as the
    /// rules demand. Where nothing is said of `XDG_RUNTIME_DIR` at all, as in a shell of `su` or under `cron`, it is
    /// `runtimeFolder`, in which a daemon of the session listens.
    public init(
        store: String?,
        variables: [String: String],
        homeFolder: String,
        workingFolder: String,
        runtimeFolder: String? = nil
    ) {
        func absolute(_ name: String) -> String? {
            variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        func folder(_ path: String) -> URL { URL(filePath: path, directoryHint: .isDirectory) }
        func chosen(_ path: String?) -> URL? {
            guard let path, !path.isEmpty else { return nil }
            return folder(path.hasPrefix("/") ? path : "\(workingFolder)/\(path)")
        }
        let configuration = absolute("XDG_CONFIG_HOME") ?? "\(homeFolder)/.config"
        services = folder("\(configuration)/systemd/user")
        cache = folder("\(absolute("XDG_CACHE_HOME") ?? "\(homeFolder)/.cache")/alarmclock")
        if let named = chosen(store) ?? chosen(variables["ALARMCLOCK_HOME"]) {
            data = named
            state = named.appending(path: "device", directoryHint: .isDirectory)
            runtime = state
            legacyDefaults = named.appending(path: "AlarmClock.plist")
            isNamed = true
            return
        }
        data = folder("\(absolute("XDG_DATA_HOME") ?? "\(homeFolder)/.local/share")/alarmclock")
        state = folder("\(absolute("XDG_STATE_HOME") ?? "\(homeFolder)/.local/state")/alarmclock")
        let session = variables["XDG_RUNTIME_DIR"] == nil ? runtimeFolder : absolute("XDG_RUNTIME_DIR")
        runtime = session.map { folder("\($0)/alarmclock") } ?? state
        legacyDefaults = URL(filePath: "\(configuration)/alarmclock.plist")
        isNamed = false
    }

    /// The folders that the surroundings say.
    public init(store: String?, in surroundings: Surroundings) {
        self.init(
            store: store,
            variables: surroundings.variables,
            homeFolder: surroundings.homeFolder,
            workingFolder: surroundings.workingFolder,
            runtimeFolder: surroundings.runtimeFolder
        )
    }

    /// The folder that the system makes for a user while one is signed in; nil where there is none, or it is another's.
    static func runtimeFolder(of user: uid_t, under root: String = "/run/user") -> String? {
        let path = "\(root)/\(user)"
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR, information.st_uid == user else {
            return nil
        }
        return path
    }

    /// The store's file.
    public var storeFile: URL { data.appending(path: Self.storeName) }
    /// The file of what this device knows of ringing.
    public var ringFile: URL { state.appending(path: "RingState.sqlite") }
    /// The log of operations.
    public var logFile: URL { state.appending(path: "operations.jsonl") }
    /// The socket of the daemon.
    public var socket: URL { runtime.appending(path: "alarmclock.sock") }
    /// The lock of the daemon.
    var daemonLock: URL { state.appending(path: "daemon.lock") }
    /// The lock of opening and migrating.
    var storeLock: URL { data.appending(path: "AlarmClock.lock") }
    /// The service that `alarmclock install` writes.
    public var serviceFile: URL { services.appending(path: Self.serviceName) }
    /// What is there where systemd starts the service at each login, and goes when the service is disabled.
    var serviceLink: URL { services.appending(path: "\(ServiceUnit.target).wants/\(Self.serviceName)") }
    private static let serviceName = "alarmclock.service"
}
