/// Files that nothing builds, and targets without a folder.
enum DeadFiles {
    static func findings(swiftFiles: [String], targets: [Manifest.Target], exists: (String) -> Bool) -> [Finding] {
        let orphans = swiftFiles.filter { path in !targets.contains { $0.builds(path) } }
        let empty = targets.filter { target in
            target.type != "system" && !swiftFiles.contains { $0.hasPrefix(target.folder + "/") }
        }
        return orphans.map { Finding(path: $0, line: 1, message: "no target builds this file") }
            + empty.filter { !exists($0.folder) || $0.type != "regular" }
            .map { Finding(path: $0.folder, line: 0, message: "target \($0.name) has no Swift file") }
    }
}
