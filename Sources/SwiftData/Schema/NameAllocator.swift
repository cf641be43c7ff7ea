/// Gives out names that differ from each other as SQLite compares them: without regard to ASCII case.
struct NameAllocator {
    private var taken: Set<String>

    init(reserved: [String] = []) {
        taken = Set(reserved.map { $0.lowercased() })
    }

    /// The first free one of `candidates`; if none is free, the last with a number behind it.
    mutating func take(_ candidates: String...) -> String {
        for candidate in candidates where taken.insert(candidate.lowercased()).inserted {
            return candidate
        }
        let base = candidates.last ?? ""
        var number = 2
        while !taken.insert("\(base)_\(number)".lowercased()).inserted { number += 1 }
        return "\(base)_\(number)"
    }
}
