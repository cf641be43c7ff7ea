import Foundation

// Foundation on Linux can make attributed texts and not code them, so that they could not be attributes of a model.

/// The coded form of an attributed text: its runs, each a text with the attributes that differ from none.
///
/// Source: Apple's conformance. Differs from Apple: of the attributes those that say something of the text itself are
/// kept (link, language, image, alternative description, replacement); those that formatters add, and those of an app's
/// own scopes, are not.
extension AttributedString: @retroactive Encodable, @retroactive Decodable {
    private enum CodingKeys: CodingKey { case runs }

    /// Reads what ``encode(to:)`` writes.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        for run in try container.decode([CodedRun].self, forKey: .runs) { append(run.text) }
    }

    /// Writes the runs in order.
    ///
    /// - Throws: `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(runs.map { CodedRun(self[$0.range], $0.attributes) }, forKey: .runs)
    }
}

/// A part of an attributed text with the same attributes all over.
private struct CodedRun: Codable {
    var string: String
    var link: URL?
    var language: String?
    var alternativeDescription: String?
    var image: URL?
    var replacementIndex: Int?

    init(_ part: AttributedSubstring, _ attributes: AttributeContainer) {
        string = String(part.characters)
        link = attributes.link
        language = attributes.languageIdentifier
        alternativeDescription = attributes.alternateDescription
        image = attributes.imageURL
        replacementIndex = attributes.replacementIndex
    }

    var text: AttributedString {
        var attributes = AttributeContainer()
        attributes.link = link
        attributes.languageIdentifier = language
        attributes.alternateDescription = alternativeDescription
        attributes.imageURL = image
        attributes.replacementIndex = replacementIndex
        return AttributedString(string, attributes: attributes)
    }
}
