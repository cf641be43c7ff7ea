#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A limit to how large files may become, for the whole process: what is beyond fails as on a full disk.
enum DiskLimit {
    /// Runs something while no file of the process can be written beyond a number of bytes.
    ///
    /// - Throws: What it throws.
    static func withFiles<Value>(ofAtMost bytes: Int, _ body: () async throws -> Value) async rethrows -> Value {
        var present = rlimit()
        guard getrlimit(resource, &present) == 0 else { return try await body() }
        var limited = present
        limited.rlim_cur = min(rlim_t(bytes), present.rlim_max)
        setrlimit(resource, &limited)
        defer { setrlimit(resource, &present) }
        return try await body()
    }

    #if canImport(Darwin) || canImport(Musl)
    private static let resource = RLIMIT_FSIZE
    #else
    private static let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    #endif
}
