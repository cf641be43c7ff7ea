import Foundation
import SwiftData

/// What an app finds when it opens the JSON of a PersistentIdentifier.
struct IdentifierParts: Codable, Equatable {
    struct Implementation: Codable, Equatable {
        let primaryKey: String
        let uriRepresentation: URL
        let isTemporary: Bool
        let storeIdentifier: String
        let entityName: String
    }

    let implementation: Implementation
}

extension PersistentIdentifier {
    var parts: IdentifierParts? {
        guard let data = try? JSONEncoder().encode(self) else { return nil }
        return try? JSONDecoder().decode(IdentifierParts.self, from: data)
    }

    var uriRepresentation: URL? { parts?.implementation.uriRepresentation }
}

enum DeepLink {
    private static let scheme = "contactbook"

    static func url(for id: PersistentIdentifier) throws -> URL? {
        var components = URLComponents()
        components.scheme = scheme
        components.host = id.entityName.lowercased()
        components.queryItems = [
            URLQueryItem(name: "id", value: try JSONEncoder().encode(id).base64EncodedString())
        ]
        return components.url
    }

    static func identifier(from url: URL) -> PersistentIdentifier? {
        guard url.scheme == scheme,
            let items = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems,
            let text = items.first(where: { $0.name == "id" })?.value,
            let data = Data(base64Encoded: text)
        else { return nil }
        return try? JSONDecoder().decode(PersistentIdentifier.self, from: data)
    }
}

@Model
final class ContactCard {
    var id: String
    var fullName: String
    var phones: [Phone]

    init(id: String, fullName: String, phones: [Phone] = []) {
        self.id = id
        self.fullName = fullName
        self.phones = phones
    }

    struct Phone: Codable, Hashable {
        var label: String
        var number: String
    }
}

/// The last opened cards, kept outside the store.
struct RecentCards: Codable {
    private(set) var identifiers: [PersistentIdentifier] = []

    mutating func opened(_ card: ContactCard) {
        identifiers.removeAll { $0 == card.persistentModelID }
        identifiers.insert(card.persistentModelID, at: 0)
    }

    func cards(in context: ModelContext) throws -> [ContactCard] {
        let wanted = identifiers
        let found = try context.fetch(
            FetchDescriptor<ContactCard>(
                predicate: #Predicate { wanted.contains($0.persistentModelID) }
            )
        )
        return wanted.compactMap { id in found.first { $0.persistentModelID == id } }
    }
}
