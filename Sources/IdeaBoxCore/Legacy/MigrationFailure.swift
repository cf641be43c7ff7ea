import AppCommons
import SwiftData

/// Why ideas of an earlier version were not taken over.
public enum MigrationFailure: Error, Equatable, Sendable {
    /// The file is none of the earlier version, or only a part of one.
    case unreadable(UnreadableFile)
    /// The system refused to read the file or to put it aside.
    case file(FileFailure)
    /// The store did not take the ideas.
    case store(StoreError)
    /// Fewer ideas were found in the store than had been put there.
    case incomplete(found: Int, of: Int)
    /// Something else, in the words of the part that met it.
    case other(String)

    init(_ error: any Error) {
        switch error {
        case let error as MigrationFailure: self = error
        case let error as UnreadableFile: self = .unreadable(error)
        case let error as FileFailure: self = .file(error)
        case let error as StoreError: self = .store(error)
        default: self = .other(String(describing: error))
        }
    }
}
