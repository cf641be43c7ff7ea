import AppCommons
import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Tells when files of a folder are made, replaced, written or removed.
///
/// The system says so (inotify); nobody polls, but where the system has no watch left to give (128 for each user, by default):
/// there the files are looked at each second.
final class FolderWatch: Sendable {
    /// Cancelled at the end, from whatever thread; nothing else is done with it.
    private nonisolated(unsafe) let source: any DispatchSourceProtocol

    private static let bufferSize = 4_096

    /// Watches files by their names; nil where the folder cannot be watched at all.
    ///
    /// - Parameters:
    ///   - folder: The folder's path.
    ///   - names: Names of files in it, which need not exist.
    ///   - hears: Whether the system is asked to tell.
    ///   - tell: Called on a queue of the watch's own.
    init?(_ folder: String, names: Set<String>, hears: Bool = true, tell: @escaping @Sendable () -> Void) {
        guard POSIXFiles.kind(folder) == .folder else { return nil }
        let queue = DispatchQueue(label: "AlarmClock.FolderWatch")
        let told = hears ? Self.listen(folder, names, on: queue, tell) : nil
        source = told ?? Self.look(folder, names, on: queue, tell)
        source.resume()
    }

    /// Nil where the system has no watch left to give.
    private static func listen(
        _ folder: String,
        _ names: Set<String>,
        on queue: DispatchQueue,
        _ tell: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
        guard inotify_add_watch(descriptor, folder, events) >= 0 else {
            _ = Glibc.close(descriptor)
            return nil
        }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { if readsAbout(names, from: descriptor) { tell() } }
        source.setCancelHandler { _ = Glibc.close(descriptor) }
        return source
    }

    private static func look(
        _ folder: String,
        _ names: Set<String>,
        on queue: DispatchQueue,
        _ tell: @escaping @Sendable () -> Void
    ) -> any DispatchSourceProtocol {
        let source = DispatchSource.makeTimerSource(queue: queue)
        let paths = names.sorted().map { "\(folder)/\($0)" }
        nonisolated(unsafe) var seen = paths.map(POSIXFiles.state)
        source.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1), leeway: .milliseconds(200))
        source.setEventHandler {
            let found = paths.map(POSIXFiles.state)
            defer { seen = found }
            if found != seen { tell() }
        }
        return source
    }

    deinit { source.cancel() }

    /// Reads what the system has to say, and whether one of the files is meant.
    private static func readsAbout(_ names: Set<String>, from descriptor: Int32) -> Bool {
        var isMeant = false
        var buffer = [UInt8](repeating: 0, count: bufferSize)
        while true {
            let count = read(descriptor, &buffer, bufferSize)
            guard count > 0 else { return isMeant }
            isMeant = mentions(names, buffer[..<count]) || isMeant
        }
    }

    private static func mentions(_ names: Set<String>, _ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.withUnsafeBytes { bytes in
            let headSize = MemoryLayout<inotify_event>.size
            var offset = 0
            while offset + headSize <= bytes.count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let end = min(offset + headSize + Int(event.len), bytes.count)
                let name = bytes[(offset + headSize)..<end].prefix { $0 != 0 }
                if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return true }
                if names.contains(String(decoding: name, as: UTF8.self)) { return true }
                offset = end
            }
            return false
        }
    }
}
