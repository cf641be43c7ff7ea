import AppCommons
import Foundation

extension CommandRunner {
    /// Writes what somebody who helps needs to see into a file that only its owner can read.
    func writeBundle(_ path: String, overwrites: Bool) throws -> ExitStatus {
        let target = URL(
            filePath: path,
            relativeTo: URL(filePath: surroundings.workingFolder, directoryHint: .isDirectory)
        )
        guard try POSIXFiles.isFolder(target.deletingLastPathComponent()) else {
            throw IdeaBoxError.folderMissing(String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)))
        }
        if POSIXFiles.kind(target.path) == .folder { throw FileFailure.isAFolder(path) }
        guard overwrites || POSIXFiles.kind(target.path) == .nothing else { throw IdeaBoxError.fileExists(path) }
        let repository = try reading()
        let bundle = SupportBundle(
            counts: try repository.counts(),
            standing: try SyncStanding(repository, account, at: surroundings.now()),
            device: DeviceIdentity.known(in: folders.deviceFile, surroundings),
            damagedStores: damagedStores.count,
            page: try repository.history(HistoryFilter(), try IdeaPage(size: SupportBundle.historyLimit)),
            now: surroundings.now()
        )
        let file = try DraftFile(for: target, id: surroundings.makeID(), mode: 0o600)
        try file.write(bundle.text)
        try file.finish(overwrites: overwrites)
        output.note(messages.text(.bundleWritten, path).safeForTerminal)
        tellOfDamagedStores()
        return .done
    }
}
