/// Looks at the arguments of the process before Swift repairs them: a byte that is no UTF-8 would otherwise be stored
/// as a replacement character, and nobody would have been asked.
package enum ArgumentBytes {
    /// The number of the first argument after the command's name that is not UTF-8, counted from 1; nil when all are.
    package static func firstUnreadable(
        count: Int32,
        _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>
    ) -> Int? {
        for index in 1..<max(1, Int(count)) {
            guard let argument = arguments[index] else { return nil }
            if String(validatingCString: argument) == nil { return index }
        }
        return nil
    }
}
