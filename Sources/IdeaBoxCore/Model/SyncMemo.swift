import Foundation
import SwiftData

/// Something that sync keeps about the store as a whole, such as how far it has read.
///
/// It lies in the store, so that it is as old as the ideas are, also in a copy or a backup.
@Model
public final class SyncMemo {
    /// What it is.
    @Attribute(.unique) public private(set) var name: String
    /// The value, as JSON.
    public var value: Data

    /// Makes a memo.
    public init(name: String, value: Data) {
        self.name = name
        self.value = value
    }
}
