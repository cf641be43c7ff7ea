/// Which addresses a page may link to or load.
enum AddressPolicy {
    private static let schemes: Set<String> = ["http", "https", "mailto"]

    /// The address as it may stand in `href`, or nil.
    ///
    /// Browsers drop tabs and line breaks within an address and blanks before it, so a scheme is looked for after that.
    static func link(_ address: String) -> String? {
        let cleaned = clean(address)
        guard !cleaned.isEmpty, !cleaned.contains("\\") else { return nil }
        guard let colon = cleaned.firstIndex(of: ":") else { return ownPath(cleaned) }
        let before = cleaned[..<colon]
        guard !before.contains(where: { "/?#".contains($0) }) else { return ownPath(cleaned) }
        return schemes.contains(before.lowercased()) ? cleaned : nil
    }

    /// The address as it may stand in `src`, or nil: a path of the host, or a picture within the page itself.
    static func source(_ address: String) -> String? {
        let cleaned = clean(address)
        let isPicture = ["data:image/png;base64,", "data:image/jpeg;base64,", "data:image/webp;base64,"]
            .contains { cleaned.hasPrefix($0) }
        return isPicture || cleaned.hasPrefix("/") ? (isPicture ? cleaned : ownPath(cleaned)) : nil
    }

    /// `//host` would lead elsewhere.
    private static func ownPath(_ address: String) -> String? {
        address.hasPrefix("//") || address.contains("\\") ? nil : address
    }

    private static func clean(_ address: String) -> String {
        String(String.UnicodeScalarView(address.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }))
    }
}
