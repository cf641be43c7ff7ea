#if CloudKitMirroring
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The right to mirror a store: one process has it at a time, and loses it when it ends, however it ends.
final class StoreOwnership: Sendable {
    private let descriptor: Int32

    private init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Takes the right; nil where another process, or another container of this one, has it.
    ///
    /// - Throws: ``StoreError`` where the lock's file cannot be made.
    convenience init?(of store: URL) throws {
        let descriptor = try Self.open(store)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            let code = errno
            close(descriptor)
            guard code == EWOULDBLOCK else { throw StoreError.failure(of: Self.file(store), number: code) }
            return nil
        }
        self.init(descriptor: descriptor)
    }

    /// Waits for the right on a thread of its own, and hands it over.
    static func wait(for store: URL, _ body: @escaping @Sendable (StoreOwnership?) -> Void) {
        let thread = Thread {
            guard let descriptor = try? open(store) else { return body(nil) }
            while flock(descriptor, LOCK_EX) != 0 {
                if errno == EINTR { continue }
                close(descriptor)
                return body(nil)
            }
            body(StoreOwnership(descriptor: descriptor))
        }
        thread.name = "CloudMirror"
        thread.start()
    }

    private static func file(_ store: URL) -> URL { StoreBackup.sibling(of: store, "mirror-lock") }

    private static func open(_ store: URL) throws -> Int32 {
        #if canImport(Darwin)
        let descriptor = Darwin.open(file(store).path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #elseif canImport(Glibc)
        let descriptor = Glibc.open(file(store).path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #else
        let descriptor = Musl.open(file(store).path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        #endif
        guard descriptor >= 0 else { throw StoreError.failure(of: file(store), number: errno) }
        return descriptor
    }
}

#endif
