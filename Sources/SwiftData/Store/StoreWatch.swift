import Dispatch
import Foundation

#if os(Linux)
/// Tells when somebody writes to a store's file or its log, this process included.
///
/// The system says so (inotify); nobody polls, but where the system has no watch left to give (128 for each user, by default):
/// there each second is told, and who is told asks the store anyway. Stores of this package ring at each commit (``CommitBell``). For others, the
/// system tells of the writes, and a commit is to be seen only a moment after the last of them, once the disk has it: so each
/// write is told a few times within a second, soon and then less and less often. Writes that follow each other closely are
/// told together.
final class StoreWatch: Sendable {
    /// Cancelled at the end, from whatever thread; nothing else is done with it.
    private nonisolated(unsafe) let source: any DispatchSourceProtocol

    /// Milliseconds between a write and the times at which it is told.
    private static let looks = [2, 6, 16, 50, 200, 1_000]
    private static let bufferSize = 4_096

    /// Watches the file at `url`, which exists.
    ///
    /// - Parameters:
    ///   - url: The store's file.
    ///   - hears: Whether the system is asked to tell.
    ///   - tell: Called on a queue of the watch's own.
    init(_ url: URL, hears: Bool = true, tell: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "SwiftData.StoreWatch")
        let told = hears ? Self.listen(url, on: queue, tell) : nil
        source = told ?? Self.look(on: queue, tell)
        source.resume()
    }

    /// Nil where the system has no watch left to give.
    private static func listen(
        _ url: URL,
        on queue: DispatchQueue,
        _ tell: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceProtocol)? {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        // The folder, not the file: the log beside it comes and goes.
        let events = UInt32(IN_MODIFY) | UInt32(IN_ATTRIB) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
        guard inotify_add_watch(descriptor, url.deletingLastPathComponent().path, events) >= 0 else {
            close(descriptor)
            return nil
        }
        let names = Set(["", "-wal", CommitBell.suffix].map { url.lastPathComponent + $0 })
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        let gathering = Gathering(queue: queue, tell: tell)
        source.setEventHandler {
            if readsAbout(names, from: descriptor) { gathering.note() }
        }
        source.setCancelHandler { close(descriptor) }
        return source
    }

    private static func look(
        on queue: DispatchQueue,
        _ tell: @escaping @Sendable () -> Void
    ) -> any DispatchSourceProtocol {
        let source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .now(), repeating: .seconds(1), leeway: .milliseconds(200))
        source.setEventHandler { tell() }
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

    /// Whether one of the events in `bytes` is about one of the files, or says that events were lost.
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

    /// Makes a few calls of many writes.
    ///
    /// Used on the watch's queue alone.
    private final class Gathering: @unchecked Sendable {
        private let queue: DispatchQueue
        private let tell: @Sendable () -> Void
        /// The look that is due: its place in the row; nil where none is.
        private var due: Int?
        /// Counts rows of looks: those of an older row are void.
        private var row = 0
        /// Whether something was written since the first look of the row was arranged.
        private var isStale = false

        init(queue: DispatchQueue, tell: @escaping @Sendable () -> Void) {
            self.queue = queue
            self.tell = tell
        }

        func note() {
            isStale = true
            // The first look of a row comes soon, whatever is written meanwhile.
            if due != 0 { begin() }
        }

        private func begin() {
            row += 1
            isStale = false
            arrange(0, after: 0)
        }

        private func arrange(_ number: Int, after passed: Int) {
            guard number < StoreWatch.looks.count else {
                due = nil
                return
            }
            due = number
            let (row, time) = (row, StoreWatch.looks[number])
            queue.asyncAfter(deadline: .now() + .milliseconds(time - passed)) {
                guard row == self.row else { return }
                self.tell()
                if self.isStale { self.begin() } else { self.arrange(number + 1, after: time) }
            }
        }
    }
}
#endif
