import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

// What went wrong with a file beside SQLite's own.

extension StoreError {
    /// What the system's error number says; a full disk under its own name.
    static func failure(of file: URL, number: Int32) -> StoreError {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: .diskFull
        default: .cannotOpen(file, reason: String(cString: strerror(number)))
        }
    }

    /// What an error of Foundation's, or one of our own, says.
    static func failure(of file: URL, _ error: any Error) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let error as CocoaError where error.code == .fileWriteOutOfSpace: .diskFull
        default: .cannotOpen(file, reason: error.localizedDescription)
        }
    }
}
