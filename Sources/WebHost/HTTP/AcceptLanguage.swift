/// The languages of a reader, from the header of RFC 9110.
enum AcceptLanguage {
    /// In order of preference, at most so many as a page may name; `en` where nothing usable is said.
    static func languages(in header: String) -> [String] {
        var ranked: [(language: String, weight: Double, place: Int)] = []
        for (place, part) in header.split(separator: ",").prefix(ClientMessage.mostLanguages).enumerated() {
            let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
            guard let language = pieces.first, isTag(language) else { continue }
            let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            guard weight > 0 else { continue }
            ranked.append((language, weight, place))
        }
        ranked.sort { ($1.weight, $0.place) < ($0.weight, $1.place) }
        return ranked.isEmpty ? ["en"] : ranked.map(\.language)
    }

    private static func isTag(_ text: String) -> Bool {
        text.utf8.count <= 35 && text.first?.isLetter == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }
}
