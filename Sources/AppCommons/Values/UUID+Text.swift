import Foundation

extension UUID {
    /// The id as the apps write it everywhere: in lower case.
    package var text: String { uuidString.lowercased() }

    /// The first eight digits, which tell thousands of random ids apart; others may share them.
    package var shortText: String { String(text.prefix(Self.shortLength)) }

    package static let shortLength = 8

    /// The shortest beginning, of eight digits at least, that none of the others has.
    package func text(apartFrom others: some Sequence<UUID>) -> String {
        let own = text
        let shared = others.map { zip(own, $0.text).prefix { $0 == $1 }.count }.max() ?? 0
        // The character after the last shared one is a digit: hyphens stand at the same places in all ids.
        return String(own.prefix(max(Self.shortLength, shared + 1)))
    }

    /// The shortest beginning of each id that no other one of them has.
    package static func shortTexts(of ids: some Sequence<UUID>) -> [UUID: String] {
        let sorted = Set(ids).sorted()
        var texts: [UUID: String] = [:]
        for (index, id) in sorted.enumerated() {
            // What shares most with an id stands beside it.
            texts[id] = id.text(
                apartFrom: sorted[max(0, index - 1)...min(index + 1, sorted.count - 1)].filter { $0 != id }
            )
        }
        return texts
    }
}
