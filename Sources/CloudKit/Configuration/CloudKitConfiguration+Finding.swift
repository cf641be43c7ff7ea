import Foundation

extension CloudKitConfiguration {
    /// The configuration of a container from the process's environment and from the settings file.
    ///
    /// Of each setting the first that is there counts: the variable (`CLOUDKIT_ENDPOINT`, `CLOUDKIT_ENVIRONMENT`,
    /// `CLOUDKIT_API_TOKEN`, `CLOUDKIT_WEB_AUTH_TOKEN`), then the container's own in `cloudkit/settings.json` of the XDG
    /// configuration folder, then the file's general one. A file that cannot be read makes every request fail, with
    /// words that say why.
    ///
    /// - Parameters:
    ///   - identifier: The container.
    ///   - surroundings: Where the variables come from.
    /// - Returns: The configuration; without an endpoint if nobody named one.
    public static func found(
        for identifier: String,
        surroundings: CloudKitSurroundings = .live
    ) -> CloudKitConfiguration {
        let folders = SettingsFolders(surroundings)
        var problem: CloudKitSettingsError?
        var file = SettingsFile()
        do throws(CloudKitSettingsError) {
            file = try SettingsFile.read(folders.settings.appendingPathComponent("settings.json"))
        } catch {
            problem = error
        }
        let own = file.containers?[identifier]
        let variables = surroundings.environment
        let environmentName = variables["CLOUDKIT_ENVIRONMENT"]
        let environment = environmentName.flatMap(Environment.init(rawValue:))
        if environmentName != nil, environment == nil {
            problem = CloudKitSettingsError(description: "CLOUDKIT_ENVIRONMENT must be development or production")
        }
        var found = CloudKitConfiguration(
            endpoint: variables["CLOUDKIT_ENDPOINT"] ?? own?.endpoint ?? file.endpoint,
            environment: environment ?? own?.environment ?? file.environment ?? .development,
            apiToken: variables["CLOUDKIT_API_TOKEN"] ?? own?.apiToken ?? file.apiToken,
            webAuthToken: variables["CLOUDKIT_WEB_AUTH_TOKEN"] ?? own?.webAuthToken ?? file.webAuthToken,
            pace: own?.pace ?? file.pace,
            folder: folders.settings,
            surroundings: surroundings
        )
        if let problem { found.problem = problem }
        return found
    }

    /// The container that ``CKContainer/default()`` means: `CLOUDKIT_CONTAINER`, then the file's `defaultContainer`, then
    /// one that is named as the process is.
    static func defaultIdentifier(_ surroundings: CloudKitSurroundings) -> String {
        configuredIdentifier(surroundings) ?? "iCloud." + surroundings.processName
    }

    /// The container that somebody configured for the process; nil where nobody did.
    static func configuredIdentifier(_ surroundings: CloudKitSurroundings) -> String? {
        if let name = surroundings.environment["CLOUDKIT_CONTAINER"], !name.isEmpty { return name }
        let file = SettingsFolders(surroundings).settings.appendingPathComponent("settings.json")
        return (try? SettingsFile.read(file))?.defaultContainer
    }
}

/// The settings file.
struct SettingsFile: Codable {
    struct Entry: Codable {
        var endpoint: String?
        var environment: CloudKitConfiguration.Environment?
        var apiToken: String?
        var webAuthToken: String?
        var pace: CloudKitConfiguration.Pace?
    }

    var defaultContainer: String?
    var endpoint: String?
    var environment: CloudKitConfiguration.Environment?
    var apiToken: String?
    var webAuthToken: String?
    var pace: CloudKitConfiguration.Pace?
    var containers: [String: Entry]?

    /// Reads the file; one that is not there is empty.
    static func read(_ url: URL) throws(CloudKitSettingsError) -> SettingsFile {
        guard FileManager.default.fileExists(atPath: url.path) else { return SettingsFile() }
        guard let data = try? Data(contentsOf: url), data.count <= CloudKitLimits.settingsBytes else {
            throw CloudKitSettingsError(description: "the settings at \(url.path) cannot be read")
        }
        do {
            return try JSONDecoder().decode(SettingsFile.self, from: data)
        } catch {
            // The decoder's own words may quote the file, and with it a token.
            throw CloudKitSettingsError(description: "the settings at \(url.path) are no valid JSON of the known form")
        }
    }
}

/// The folders in which the client keeps things, by the XDG rules.
struct SettingsFolders {
    let settings: URL
    let cache: URL

    init(_ surroundings: CloudKitSurroundings) {
        let variables = surroundings.environment
        let home = URL(fileURLWithPath: variables["HOME"] ?? NSTemporaryDirectory(), isDirectory: true)
        func folder(_ variable: String, _ usual: String) -> URL {
            // A relative path in these variables is to be ignored.
            if let path = variables[variable], path.hasPrefix("/") {
                return URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent(
                    "cloudkit",
                    isDirectory: true
                )
            }
            return home.appendingPathComponent(usual, isDirectory: true)
                .appendingPathComponent("cloudkit", isDirectory: true)
        }
        settings = folder("XDG_CONFIG_HOME", ".config")
        cache = folder("XDG_CACHE_HOME", ".cache")
    }
}
