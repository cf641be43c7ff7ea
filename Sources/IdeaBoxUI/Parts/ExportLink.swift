import SwiftUI

/// Where a format can be fetched from; empty where nothing serves it.
public struct ExportLink: Identifiable, Equatable, Sendable {
    /// The format as people call it.
    public let name: String
    /// Where the file is.
    public let address: URL

    /// The format: each is offered once.
    public var id: String { name }

    /// A link as given.
    public init(name: String, address: URL) {
        self.name = name
        self.address = address
    }
}

extension EnvironmentValues {
    /// Where the ideas can be fetched as files.
    public var exportLinks: [ExportLink] {
        get { self[ExportLinksKey.self] }
        set { self[ExportLinksKey.self] = newValue }
    }
}

private struct ExportLinksKey: EnvironmentKey {
    static let defaultValue: [ExportLink] = []
}
