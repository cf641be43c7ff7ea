import Foundation

// Foundation on Linux lacks these names, and code that says where a store lies uses them. Where it will have them one
// day, its own are preferred.
extension URL {
    /// The user's folder for data of applications: `XDG_DATA_HOME`, usually `~/.local/share`.
    ///
    /// Source: Apple's `URL.applicationSupportDirectory`.
    @_disfavoredOverload
    public static var applicationSupportDirectory: URL { folder(.applicationSupportDirectory, else: ".local/share") }

    /// The user's documents.
    ///
    /// Source: Apple's `URL.documentsDirectory`. Difference from Apple: the user's own folder, not one of the app's.
    @_disfavoredOverload
    public static var documentsDirectory: URL { folder(.documentDirectory, else: "Documents") }

    /// The user's folder for what can be made again: `XDG_CACHE_HOME`, usually `~/.cache`.
    ///
    /// Source: Apple's `URL.cachesDirectory`.
    @_disfavoredOverload
    public static var cachesDirectory: URL { folder(.cachesDirectory, else: ".cache") }

    private static func folder(_ kind: FileManager.SearchPathDirectory, else usual: String) -> URL {
        let manager = FileManager.default
        return manager.urls(for: kind, in: .userDomainMask).first
            ?? manager.homeDirectoryForCurrentUser.appendingPathComponent(usual, isDirectory: true)
    }
}
