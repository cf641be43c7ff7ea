import AppCommons
import Foundation

/// A file that gets its name only when it is complete, so that a failure half-way leaves nothing behind.
final class DraftFile {
    private static let bufferSize = 64 * 1_024

    private let target: URL
    private let draft: URL
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isFinished = false

    /// Makes the draft beside its later place, as readable as is said, else as the file there, if there is one.
    init(for target: URL, id: UUID, mode: mode_t? = nil) throws {
        self.target = target
        draft = target.deletingLastPathComponent().appending(path: ".\(target.lastPathComponent).\(id.shortText)")
        do {
            let isThere = POSIXFiles.kind(target.path) == .file
            let usual = isThere ? POSIXFiles.mode(target.path) : 0o666
            descriptor = try POSIXFiles.create(draft.path, mode: mode ?? usual)
        } catch let failure as FileFailure {
            // Nobody knows the name of the draft.
            throw failure.of(target.path)
        }
    }

    deinit {
        POSIXFiles.close(descriptor)
        if !isFinished { try? FileManager.default.removeItem(at: draft) }
    }

    func write(_ text: String) throws {
        buffer += text.utf8
        if buffer.count >= Self.bufferSize { try flush() }
    }

    /// Forces everything to the disk and gives the file its name.
    ///
    /// Without `overwrites` a file that has the name by now stays as it is.
    func finish(overwrites: Bool) throws {
        try flush()
        try POSIXFiles.synchronize(descriptor, path: draft.path)
        if overwrites {
            try POSIXFiles.rename(draft, to: target)
            isFinished = true
        } else {
            // A link, unlike a rename, fails when the name is taken; the draft's own name goes in deinit.
            try POSIXFiles.link(draft, to: target)
        }
    }

    private func flush() throws {
        try POSIXFiles.write(buffer, to: descriptor, path: target.path)
        buffer.removeAll(keepingCapacity: true)
    }
}
