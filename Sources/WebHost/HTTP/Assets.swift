import CWebHostAssets

/// The files that every page loads.
///
/// They lie in the program itself, so that it can be moved.
struct Assets: Sendable {
    enum File: String, Sendable, CaseIterable {
        case style = "host.css"
        case script = "host.js"
    }

    /// A number of their content: pages of another build load themselves anew.
    let build: String
    private let style: [UInt8]
    private let script: [UInt8]
    let icon: [UInt8]
    let manifest: [UInt8]

    init(identity: AppIdentity) {
        style = Self.bytes(cwebhost_style) + Array(Self.accent(of: identity).utf8)
        script = Self.bytes(cwebhost_script)
        icon = Array((identity.icon ?? Self.ownIcon).utf8)
        build = Self.number(of: style + script)
        manifest = Self.manifest(of: identity)
    }

    func path(of file: File) -> String { "/-/\(build)/\(file.rawValue)" }

    func content(of file: File) -> [UInt8] {
        switch file {
        case .style: style
        case .script: script
        }
    }

    private static func bytes(_ embedded: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>) -> [UInt8] {
        var count = 0
        let start = embedded(&count)
        return Array(UnsafeBufferPointer(start: start, count: count))
    }

    private static func accent(of identity: AppIdentity) -> String {
        guard let (light, dark) = identity.accent, isColour(light), isColour(dark) else { return "" }
        return ":root{--accent-light:\(light);--accent-dark:\(dark)}\n"
    }

    private static func isColour(_ text: String) -> Bool {
        text.utf8.count == 7 && text.hasPrefix("#") && text.dropFirst().allSatisfy(\.isHexDigit)
    }

    /// FNV-1a, 64 bits: enough to tell builds apart, which is all that it is for.
    private static func number(of bytes: [UInt8]) -> String {
        String(bytes.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }, radix: 36)
    }

    private static func manifest(of identity: AppIdentity) -> [UInt8] {
        var output = ByteWriter()
        output.raw("{\"name\":")
        output.json(identity.name)
        output.raw(",\"short_name\":")
        output.json(identity.name)
        output.raw(",\"id\":\"/\",\"start_url\":\"/\",\"scope\":\"/\",\"display\":\"standalone\",")
        output.raw("\"background_color\":\"#f2f2f5\",\"theme_color\":\"#f2f2f5\",\"icons\":[")
        output.raw("{\"src\":\"/favicon.svg\",\"type\":\"image/svg+xml\",\"sizes\":\"any\",\"purpose\":\"any\"}]}")
        return output.bytes
    }

    private static let ownIcon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="15" fill="#0b5cd6"/>\
        <path d="M20 24h24M20 33h24M20 42h14" stroke="#fff" stroke-width="4.5" stroke-linecap="round"/></svg>
        """
}
