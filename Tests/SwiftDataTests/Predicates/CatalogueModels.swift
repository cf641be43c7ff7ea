import Foundation
import SwiftData

/// A hierarchy and Codable values, for the predicates that need them.
@Model class CatalogueItem {
    var name: String
    var place: CataloguePlace?
    var shelf: CatalogueShelf?

    init(name: String) {
        self.name = name
    }
}

@Model final class CatalogueFilm: CatalogueItem {
    var minutes: Int

    init(name: String, minutes: Int) {
        self.minutes = minutes
        super.init(name: name)
    }
}

@Model final class CatalogueShelf {
    var label: String
    @Relationship(inverse: \CatalogueItem.shelf) var items: [CatalogueItem]? = []

    init(label: String) {
        self.label = label
    }
}

struct CataloguePlace: Codable, Hashable {
    enum CodingKeys: String, CodingKey {
        case city, zip, isOld
        case renamed = "other_name"
    }

    var city: String
    var zip: Int?
    var isOld: Bool
    var renamed: String
}
