import Foundation

/// Where IdeaBox keeps its files, by the XDG base directory rules.
public struct DataFolders: Equatable, Sendable {
    /// The folder of the store and of files of earlier versions.
    public let data: URL
    /// The folder of the device, in which those of accounts lie.
    let root: URL
    /// The folder of what belongs to this device and must not travel with a copy of the data.
    public let state: URL
    /// The user-defaults file in which an earlier version may have left ideas.
    public let legacyDefaults: URL

    /// The file name of the store inside ``data``.
    static let storeName = "IdeaBox.sqlite"

    /// Takes the folder from `store` (the command's option), else from `IDEABOX_HOME`, else from `XDG_DATA_HOME`.
    ///
    /// A relative XDG path is ignored, as the rules demand.
    public init(store: String?, variables: [String: String], homeFolder: String, workingFolder: String) {
        func absolute(_ name: String) -> String? {
            variables[name].flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        func chosen(_ path: String?) -> URL? {
            guard let path, !path.isEmpty else { return nil }
            return URL(filePath: path.hasPrefix("/") ? path : "\(workingFolder)/\(path)", directoryHint: .isDirectory)
        }
        func folder(_ path: String) -> URL { URL(filePath: path, directoryHint: .isDirectory) }
        data =
            chosen(store) ?? chosen(variables["IDEABOX_HOME"])
            ?? folder("\(absolute("XDG_DATA_HOME") ?? "\(homeFolder)/.local/share")/ideabox")
        root = data
        state = folder("\(absolute("XDG_STATE_HOME") ?? "\(homeFolder)/.local/state")/ideabox")
        let configuration = absolute("XDG_CONFIG_HOME") ?? "\(homeFolder)/.config"
        legacyDefaults = URL(filePath: "\(configuration)/ideabox.plist")
    }

    private init(data: URL, of device: DataFolders) {
        self.data = data
        root = device.root
        state = device.state
        // Ideas of an earlier version belong to the store of the device.
        legacyDefaults = data.appending(path: "ideabox.plist")
    }

    /// The folders of an account whose store lies in a folder of the device's; nil is the device's own store.
    package func inside(_ folder: String?) -> DataFolders {
        guard let folder else { return self }
        return DataFolders(data: root.appending(path: folder, directoryHint: .isDirectory), of: self)
    }

    /// The store's file.
    public var storeFile: URL { data.appending(path: Self.storeName) }
    /// The plain file of ideas of the first version.
    var legacyIdeas: URL { data.appending(path: "ideas.json") }
    var deviceFile: URL { state.appending(path: "device.json") }
}
