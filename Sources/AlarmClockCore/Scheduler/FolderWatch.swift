import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Tells when files of a folder are made, replaced, written or removed.
///
/// The system says so (inotify); nobody polls.
final class FolderWatch: Sendable {
    /// Cancelled at the end, from whatever thread; nothing else is done with it.
    private nonisolated(unsafe) let source: any DispatchSourceRead

    private static let bufferSize = 4_096

    /// Watches files by their names; nil where the folder is missing or the system has no watch left to give.
    init?(_ folder: String, names: Set<String>, tell: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_CLOSE_WRITE) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE)
        guard inotify_add_watch(descriptor, folder, events) >= 0 else {
            _ = Glibc.close(descriptor)
            return nil
        }
        let queue = DispatchQueue(label: "AlarmClock.FolderWatch")
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { if Self.readsAbout(names, from: descriptor) { tell() } }
        source.setCancelHandler { _ = Glibc.close(descriptor) }
        source.resume()
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
