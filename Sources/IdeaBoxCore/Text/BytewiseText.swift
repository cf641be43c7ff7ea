// Formats are defined on bytes. Swift's own comparison sees whole characters, and a space before an accent is not a
// space to it: a mark that stands before such a character would be overlooked.

extension Substring {
    /// Takes the mark off the front; answers whether it was there.
    mutating func take(_ mark: String) -> Bool {
        guard utf8.starts(with: mark.utf8) else { return false }
        self = Substring(utf8.dropFirst(mark.utf8.count))
        return true
    }

    /// The part before the first space, or everything.
    var firstWord: Substring {
        Substring(utf8.prefix { $0 != UInt8(ascii: " ") })
    }

    /// The part after the last space, or everything.
    var lastWord: Substring {
        guard let space = utf8.lastIndex(of: UInt8(ascii: " ")) else { return self }
        return self[utf8.index(after: space)...]
    }
}
