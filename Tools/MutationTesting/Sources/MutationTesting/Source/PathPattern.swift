/// A pattern of paths: `*` stands for characters of one component, `**/` for any number of folders.
struct PathPattern {
    private let pattern: [Character]

    init(_ pattern: String) { self.pattern = Array(pattern) }

    func matches(_ path: String) -> Bool { Self.matches(pattern[...], Array(path)[...]) }

    private static func matches(_ pattern: ArraySlice<Character>, _ path: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return path.isEmpty }
        if pattern.starts(with: "**/") {
            let rest = pattern.dropFirst(3)
            if matches(rest, path) { return true }
            return path.indices.contains { path[$0] == "/" && matches(rest, path[($0 + 1)...]) }
        }
        if first == "*" {
            let rest = pattern.dropFirst()
            let component = path.prefix { $0 != "/" }
            return (component.startIndex...component.endIndex).contains { matches(rest, path[$0...]) }
        }
        return path.first == first && matches(pattern.dropFirst(), path.dropFirst())
    }
}
