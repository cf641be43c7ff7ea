import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file operation that the system refused, with its error number.
public struct FileFailure: Error, Equatable, Sendable {
    /// The file.
    public let path: String
    /// The system's error number.
    public let code: Int32

    package init(path: String, code: Int32) {
        self.path = path
        self.code = code
    }

    /// The system's own words for the error.
    public var reason: String { String(cString: strerror(code)) }

    package static func missing(_ path: String) -> FileFailure { FileFailure(path: path, code: ENOENT) }
    package static func notAFolder(_ path: String) -> FileFailure { FileFailure(path: path, code: ENOTDIR) }
    package static func isAFolder(_ path: String) -> FileFailure { FileFailure(path: path, code: EISDIR) }

    /// What happened, as far as an app has words of its own for it.
    package enum Kind {
        case missing, notAFolder, isAFolder, forbidden, nameTaken, diskFull, other
    }

    package var kind: Kind {
        switch code {
        case ENOENT: .missing
        case ENOTDIR: .notAFolder
        case EISDIR: .isAFolder
        case EACCES, EPERM: .forbidden
        case EEXIST: .nameTaken
        case ENOSPC, EDQUOT, EFBIG: .diskFull
        default: .other
        }
    }

    /// The same failure of the file that a person knows, where the failed one is a helper of it.
    package func of(_ path: String) -> FileFailure { FileFailure(path: path, code: code) }
}

/// What was asked for could not be written to standard output.
///
/// The store is not concerned: what was saved is saved.
package struct OutputFailure: Error, Equatable {
    package let failure: FileFailure

    package init(failure: FileFailure) {
        self.failure = failure
    }
}
